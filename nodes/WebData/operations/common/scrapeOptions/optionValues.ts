import { omitUndefined } from '../../../api/http/response';
import { z } from 'zod';
import type { JsonObject } from '../../../api/http/response';
import type { ContractIssue } from '../../../api/schema/issues';
import { findConflicts, type ConflictingFields } from '../../../api/scrape/conflicts';
import type { Format } from '../../../api/scrape/formats';
import { redactPIIOptions, scrapeOptions } from '../../../api/scrape/scrapeRequest';

export const formOnlyOptions = {
	/** The request contains this value as `redactPII`. */
	redactPIIOptions: redactPIIOptions.optional(),
	/** If this value is `true`, the request contains an empty `parsers` list. */
	returnPdfUnparsed: z.boolean().optional(),
};

export const scrapeOptionValues = scrapeOptions.extend(formOnlyOptions);

export type ScrapeOptionValues = z.infer<typeof scrapeOptionValues>;
export type ScrapeOptionName = keyof ScrapeOptionValues;

/** If a format has no settings, the request contains only the name of the format. */
const toSentFormat = (format: Format): Format | string =>
	Object.keys(format).length === 1 ? format.type : format;

/** Omits the list of formats if it equals the service's default. */
function toSentFormats(formats: readonly Format[] | undefined): (Format | string)[] | undefined {
	const sent = formats?.map(toSentFormat);
	return sent?.length === 1 && sent[0] === 'markdown' ? undefined : sent;
}

const toRedaction = ({ redactPII, redactPIIOptions: settings }: ScrapeOptionValues) => {
	if (settings === undefined) return redactPII;
	return Object.keys(settings).length > 0 ? settings : true;
};

/** Converts the form's scrape options to the API's format. */
export function toScrapeOptions(values: ScrapeOptionValues): JsonObject {
	const { redactPIIOptions: _settings, returnPdfUnparsed, formats, parsers, ...rest } = values;
	return omitUndefined({
		...rest,
		formats: toSentFormats(formats),
		redactPII: toRedaction(values),
		parsers: returnPdfUnparsed === true ? [] : parsers,
	});
}

/** The node does not choose between contradictory settings. The wrong choice could leave personal data in the page. */
const redactionConflict = ({
	redactPII,
	redactPIIOptions: settings,
}: ScrapeOptionValues): ContractIssue[] =>
	redactPII === false && settings !== undefined
		? [{ path: ['redactPII'], message: 'must not be off if {redactPIIOptions} is set' }]
		: [];

/** Returns issues with combinations of values that the service rejects. Messages refer to other fields as `{name}`. */
export const scrapeOptionConflicts = (
	values: ScrapeOptionValues & ConflictingFields,
): ContractIssue[] => [...findConflicts(values), ...redactionConflict(values)];
