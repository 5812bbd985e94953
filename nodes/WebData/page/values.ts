import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import type { ContractIssue } from '../form/issues';
import type { Field, ObjectOf } from '../form/form';
import { schemaFromExample } from '../form/jsonSchema';
import { FIELD_REFERENCE, labelOf } from '../form/labels';
import { type JsonObject, omitUndefined } from '../json/json';
import type { Format, pageFormats } from './formats';
import type { domainTools, pageOptions, zeroDataRetention } from './options';

/**
 * Fields that enable zero data retention. The specification ("Scrape options", `lockdown`) says: "Lockdown requests
 * count as zero data retention."
 */
const retentionFields = ['zeroDataRetention', 'lockdown'] as const;

/**
 * Fields that the service rejects together with zero data retention (specification, `domainTools` and
 * `onlyCleanContent`).
 */
const unsupportedFields = ['domainTools', 'onlyCleanContent'] as const;

type Options = typeof pageOptions & { formats: ReturnType<typeof pageFormats> };

type ScrapeOptionValues = z.infer<ObjectOf<Options>>;

/** Not all requests have `domainTools` and `zeroDataRetention`. */
type ConflictingValues = z.infer<
	ObjectOf<
		Options & { domainTools: typeof domainTools; zeroDataRetention: typeof zeroDataRetention }
	>
>;

const retentionConflicts = (values: ConflictingValues): ContractIssue[] =>
	unsupportedFields
		.filter((name) => values[name] === true)
		.flatMap((name) =>
			retentionFields
				.filter((other) => values[other] === true)
				.map((other) => ({ path: [name], message: `cannot be combined with {${other}}` })),
		);

/** Maximum sum of `waitFor` and the durations of all `wait` actions that the open-source server accepts. */
const MAX_TOTAL_WAIT_MS = 60_000;
/** Duration that the open-source server assumes for each `wait` action with a selector instead of a duration. */
const SELECTOR_WAIT_MS = 1000;

function totalWaitMs({ actions = [], waitFor = 0 }: ConflictingValues): number {
	const waits = actions.map((action) =>
		action.type === 'wait' ? (action.milliseconds ?? SELECTOR_WAIT_MS) : 0,
	);
	return waits.reduce((sum, ms) => sum + ms, waitFor);
}

function waitConflicts(values: ConflictingValues): ContractIssue[] {
	const { timeout, waitFor = 0 } = values;
	const issues: ContractIssue[] = [];
	if (timeout !== undefined && waitFor > timeout / 2) {
		issues.push({
			path: ['waitFor'],
			message: `must be at most half of {timeout} (${timeout / 2})`,
		});
	}
	const totalMs = totalWaitMs(values);
	if (totalMs > MAX_TOTAL_WAIT_MS) {
		const limit = `at most ${MAX_TOTAL_WAIT_MS} milliseconds in total`;
		issues.push(
			waitFor > 0
				? {
						path: ['waitFor'],
						message: `and the waits in {actions} must be ${limit} (they are ${totalMs})`,
					}
				: { path: ['actions'], message: `must wait ${limit} (they wait ${totalMs})` },
		);
	}
	return issues;
}

/** Replaces an example with its schema. If a format has no settings, the request contains only the name of the format. */
function toSentFormat({ schemaExample, ...format }: Format & JsonObject): Format | string {
	if (schemaExample !== undefined) return { ...format, schema: schemaFromExample(schemaExample) };
	return Object.keys(format).length === 1 ? format.type : format;
}

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

/** Returns undefined if nothing would be sent. */
export function toNestedOptions(values: ScrapeOptionValues = {}): JsonObject | undefined {
	const options = toScrapeOptions(values);
	return Object.keys(options).length === 0 ? undefined : options;
}

/** The node does not choose between contradictory settings. The wrong choice could leave personal data in the page. */
const redactionConflict = ({
	redactPII,
	redactPIIOptions: settings,
}: ScrapeOptionValues): ContractIssue[] =>
	redactPII === false && settings !== undefined
		? [{ path: ['redactPII'], message: 'must not be off if {redactPIIOptions} is set' }]
		: [];

/**
 * Returns an issue for each combination of values that the service rejects. Messages refer to other fields as `{name}`.
 */
export const scrapeOptionConflicts = (values: ConflictingValues): ContractIssue[] => [
	...retentionConflicts(values),
	...waitConflicts(values),
	...redactionConflict(values),
];

/** Returns the conflicts within `scrapeOptions`. The conflict messages contain labels instead of field names. */
export const nestedConflicts = (
	values: ScrapeOptionValues,
	{ property: { displayName, options } }: Field,
): ContractIssue[] =>
	scrapeOptionConflicts(values).map(({ path, message }) => ({
		path: ['scrapeOptions', ...path],
		message: message.replace(FIELD_REFERENCE, (_, name: string) => {
			const label = labelOf(options as INodeProperties[], name, displayName);
			return `'${label ?? name}'`;
		}),
	}));

/** Without formats, a search would scrape no pages, so `formats` defaults to Markdown. */
export const withFormats = (values: ScrapeOptionValues): JsonObject => ({
	formats: ['markdown'],
	...toScrapeOptions(values),
});
