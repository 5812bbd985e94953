import { z } from 'zod';
import type { Endpoint } from '../errors/row';
import { requestRows } from '../errors/rows/scrape';
import { objectOf } from '../form/form';
import type { JsonObject } from '../json/json';
import { formats, toolDetail } from './formats';
import { MAX_TIMEOUT_MS, pageOptions } from './options';

/**
 * Returns the service's timeout, in milliseconds, for a page or a file. If the body contains no `timeout`, the maximum
 * applies.
 */
export const scrapeTimeoutMs = ({ timeout: requested }: JsonObject): number =>
	typeof requested === 'number' ? requested : MAX_TIMEOUT_MS;

/** See "Scrape options" in the specification. */
export const scrapeOptions = z
	.object({ formats: formats.optional() })
	.merge(objectOf({ ...pageOptions, toolDetail }))
	.omit({ redactPIIOptions: true, returnPdfUnparsed: true })
	.strict();

export const scrapeEndpoint: Endpoint = {
	errors: [
		requestRows.zeroDataRetentionNotEnabled,
		requestRows.zeroDataRetentionActive,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
		requestRows.tooManyScrapes,
		requestRows.catalogMixed,
		requestRows.profileInUse,
	],
	credits: ['data', 'metadata', 'creditsUsed'],
	lowestPrice: () => 1,
};
