import { z } from 'zod';
import { integration, nonBlank, wholeNumber } from '../schema/values';

/** Specification, Limits: 1 to 200 characters. */
const name = z.string().trim().min(1).max(200);

/** Specification, Rules for catalog mode, 3: a call has no other fields. */
export const catalogCall = z
	.object({ provider: name, capability: name, options: z.record(z.unknown()).optional() })
	.strict();

export type CatalogCall = z.infer<typeof catalogCall>;

/** Specification, Rules for catalog mode, 1 and 2: 1 to 10 calls, and only three other fields. */
export const catalogRequest = z
	.object({
		catalog: z.array(catalogCall).min(1).max(10),
		timeout: wholeNumber.min(1000).max(300_000).optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export type CatalogRequest = z.infer<typeof catalogRequest>;

/** The header `x-request-id`. */
export const requestId = z
	.string()
	.min(1)
	.max(128)
	.regex(/^[A-Za-z0-9._:-]*$/, 'must contain only letters, digits and . _ : -');
