import { z } from 'zod';
import type { Endpoint } from '../errors/errorRow';
import { catalogRows } from '../errors/rows/catalog';
import { requestRows, scrapeRows } from '../errors/rows/scrape';
import { integration, nonBlank, wholeNumber } from '../schema/values';

export const catalogEndpoint: Endpoint = {
	errors: [
		requestRows.zeroDataRetentionActive,
		requestRows.tooManyScrapes,
		// The pattern of a catalog row also matches the text of this row.
		scrapeRows.countryRestricted,
		requestRows.catalogMixed,
		...Object.values(catalogRows),
	],
	credits: ['data', 'creditsCost'],
	limitClass: 'catalog',
};

/** Maximum length of a name (specification, "Limits"). */
const name = z.string().trim().min(1).max(200);

/** A call contains only these fields (specification, "Rules for catalog mode", rule 3). */
export const catalogCall = z
	.object({ provider: name, capability: name, options: z.record(z.unknown()).optional() })
	.strict();

export type CatalogCall = z.infer<typeof catalogCall>;

/** A request contains 1 to 10 calls and only these fields (specification, "Rules for catalog mode", rules 1 and 2). */
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
	.regex(/^[A-Za-z0-9._:-]*$/, 'must contain only letters, digits, and . _ : -');
