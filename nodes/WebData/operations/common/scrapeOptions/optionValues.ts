import { omitUndefined } from '../../../api/http/response';
import { z } from 'zod';
import type { JsonObject } from '../../../api/http/response';
import type { ContractIssue } from '../../../api/schema/issues';
import { findConflicts, type ConflictingFields } from '../../../api/scrape/conflicts';
import type { Format } from '../../../api/scrape/formats';
import { redactPIIOptions, scrapeOptions } from '../../../api/scrape/scrapeRequest';

/** Form values that replace a value of the API. */
export const formOnlyOptions = {
	/** Replaces `redactPII` as an object. */
	redactPIIOptions: redactPIIOptions.optional(),
	/** Replaces an empty list of `parsers`. */
	returnPdfUnparsed: z.boolean().optional(),
};

/** The values of the scrape options in a form. */
export const scrapeOptionValues = scrapeOptions.extend(formOnlyOptions);

export type ScrapeOptionValues = z.infer<typeof scrapeOptionValues>;
export type ScrapeOptionName = keyof ScrapeOptionValues;

/** A format without settings is sent as its name. */
const toSentFormat = (format: Format): Format | string =>
	Object.keys(format).length === 1 ? format.type : format;

/** The default of the service, which the form shows if the field is not changed. */
function toSentFormats(formats: readonly Format[] | undefined): (Format | string)[] | undefined {
	const sent = formats?.map(toSentFormat);
	return sent?.length === 1 && sent[0] === 'markdown' ? undefined : sent;
}

const toRedaction = ({ redactPII, redactPIIOptions: settings }: ScrapeOptionValues) => {
	if (settings === undefined) return redactPII;
	return Object.keys(settings).length > 0 ? settings : true;
};

/** The scrape options in the format of the API. All other values stay unchanged. */
export function toScrapeOptions(values: ScrapeOptionValues): JsonObject {
	const { redactPIIOptions: _settings, returnPdfUnparsed, formats, parsers, ...rest } = values;
	return omitUndefined({
		...rest,
		formats: toSentFormats(formats),
		redactPII: toRedaction(values),
		parsers: returnPdfUnparsed === true ? [] : parsers,
	});
}

/** Choosing either value would be a guess, and a wrong one leaves personal data in the page. */
const redactionConflict = ({
	redactPII,
	redactPIIOptions: settings,
}: ScrapeOptionValues): ContractIssue[] =>
	redactPII === false && settings !== undefined
		? [{ path: ['redactPII'], message: 'must not be off together with {redactPIIOptions}' }]
		: [];

/** Combinations that the service rejects. Messages name other fields as `{name}`. */
export const scrapeOptionConflicts = (
	values: ScrapeOptionValues & ConflictingFields,
): ContractIssue[] => [...findConflicts(values), ...redactionConflict(values)];
