import { z } from 'zod';
import { integration, nonBlank, wholeNumber } from '../schema/values';

/** See "Limits" in the specification. */
const name = z.string().trim().min(1).max(200);

/** See rule 3 in "Rules for catalog mode" of the specification. */
export const catalogCall = z
	.object({ provider: name, capability: name, options: z.record(z.unknown()).optional() })
	.strict();

export type CatalogCall = z.infer<typeof catalogCall>;

/** See rules 1 and 2 in "Rules for catalog mode" of the specification. */
export const catalogRequest = z
	.object({
		catalog: z.array(catalogCall).min(1).max(10),
		timeout: wholeNumber.min(1000).max(300_000).optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export type CatalogRequest = z.infer<typeof catalogRequest>;

export const requestId = z
	.string()
	.min(1)
	.max(128)
	.regex(/^[A-Za-z0-9._:-]*$/, 'must contain only letters, digits and . _ : -');
