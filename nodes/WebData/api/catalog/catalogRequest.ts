// Catalog mode of the scrape endpoint. Specification: Catalog call object, Rules for catalog mode, Limits.

import { z } from 'zod';
import { integration, wholeNumber } from '../schema/values';

const name = z.string().min(1).max(200);

/** Rule 3: nothing else is recognized inside a call. */
export const catalogCall = z
	.object({ provider: name, capability: name, options: z.record(z.unknown()).optional() })
	.strict();

export type CatalogCall = z.infer<typeof catalogCall>;

/** Rules 1 and 2: 1 to 10 calls, and beside them `timeout`, `origin` and `integration` alone. */
export const catalogRequest = z
	.object({
		catalog: z.array(catalogCall).min(1).max(10),
		timeout: wholeNumber.min(1000).max(300_000).optional(),
		origin: z.string().min(1).optional(),
		integration: integration.optional(),
	})
	.strict();

export type CatalogRequest = z.infer<typeof catalogRequest>;

/** Header `x-request-id`. */
export const requestId = z
	.string()
	.min(1)
	.max(128)
	.regex(/^[A-Za-z0-9._:-]*$/, 'must hold letters, digits and . _ : - only');
