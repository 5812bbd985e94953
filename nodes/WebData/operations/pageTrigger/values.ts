import { z } from 'zod';
import { fingerprint } from '../../api/http/idempotency';
import type { JsonObject } from '../../api/http/response';
import { extractionSchema } from '../../api/schema/jsonSchema';
import { pageUrl } from '../../api/schema/url';
import { nonBlank, textUpTo, wholeNumber } from '../../api/schema/values';

const MAX_TRIGGER_URLS = 1000;

/** Settings of the `changeTracking` format in the specification. */
const trackingSettings = z
	.object({
		modes: z.array(z.enum(['git-diff', 'json'])).optional(),
		prompt: textUpTo(10_000).optional(),
		schema: extractionSchema.optional(),
		tag: z.string().optional(),
	})
	.strict();

/** The trigger's values that are not scrape options. They are not sent under their own names. */
export const pageTriggerValues = z.object({
	urls: z
		.array(pageUrl)
		.min(1)
		.max(MAX_TRIGGER_URLS)
		.transform((urls) => [...new Set(urls)]),
	compare: z.enum(['markdown', 'changeTracking']).default('markdown'),
	changeTracking: trackingSettings.default({}),
	emitFirstCheck: z.boolean().default(false),
	failedPages: z.enum(['fail', 'log', 'items']).default('log'),
	simplify: z.boolean().default(true),
	beforeCharacters: wholeNumber.min(0).max(50_000).default(5000),
	ignoreDigits: z.boolean().default(false),
	ignoreLines: z.array(nonBlank).default([]),
});

export type PageTriggerValues = z.infer<typeof pageTriggerValues>;

const ownNames = Object.keys(pageTriggerValues.shape);

/** Returns the scrape options in the form. */
export const scrapeValues = (values: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(values).filter(([name]) => !ownNames.includes(name)));

/** Whether only tracked fields count as changes. */
export const comparesFields = ({
	compare,
	changeTracking: { modes },
}: PageTriggerValues): boolean =>
	compare === 'changeTracking' && modes?.length === 1 && modes[0] === 'json';

/**
 * A test run uses a separate tag, so that it does not change the history with which the next poll compares the page.
 */
const TEST_TAG = 'test';

const trackingFormat = ({ changeTracking: settings }: PageTriggerValues, isTest: boolean) => ({
	type: 'changeTracking',
	...settings,
	...(isTest && { tag: [settings.tag, TEST_TAG].filter(Boolean).join('-') }),
});

const typesIn = (formats: readonly unknown[]): unknown[] =>
	formats.map((format) => (format as JsonObject | null)?.type);

/**
 * Returns the formats to request in each scrape: the formats in the form, and the formats that the comparison requires.
 */
export function checkFormats(form: unknown, values: PageTriggerValues, isTest: boolean): unknown[] {
	const formats: unknown[] = Array.isArray(form) ? form : [];
	return [
		...formats,
		...(typesIn(formats).includes('markdown') ? [] : [{ type: 'markdown' }]),
		...(values.compare === 'changeTracking' ? [trackingFormat(values, isTest)] : []),
	];
}

/**
 * Options with which the user allows cached copies. By default, no cached copy is used, because a cached copy may be
 * older than the change.
 */
const cacheOptions = ['maxAge', 'minAge', 'lockdown'];

/** Returns the values for scraping each page, without the URL. */
export function checkValues(
	form: JsonObject,
	values: PageTriggerValues,
	isTest: boolean,
): JsonObject {
	const options = scrapeValues(form);
	const usesCache = cacheOptions.some((name) => options[name] !== undefined);
	return {
		...(usesCache ? {} : { maxAge: 0 }),
		...options,
		formats: checkFormats(options.formats, values, isTest),
	};
}

/**
 * Returns a fingerprint of the settings. Page contents can be compared only if the fingerprints of their settings are
 * equal. Options that do not affect the compared content are omitted.
 */
export function settingsFingerprint(form: JsonObject, values: PageTriggerValues): string {
	const { compare, ignoreDigits, ignoreLines } = values;
	const { formats: _formats, timeout: _timeout, ...options } = checkValues(form, values, false);
	return fingerprint({
		...{ compare, ignoreDigits, ignoreLines, options },
		fields: comparesFields(values) ? values.changeTracking : undefined,
	});
}
