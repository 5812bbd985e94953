import type { ValuesOf } from '../form/form';
import { schemaFromExample } from '../form/jsonSchema';
import { type Field, propertyOf } from '../form/field';
import { insertLabels, labelsOf } from '../form/labels';
import { type Issue, isObject, type JsonObject, omitUndefined } from '../json/json';
import type { Format, pageFormats } from './formats';
import type { domainTools, pageOptions, toolDetail, zeroDataRetention } from './options';

type Options = typeof pageOptions & { formats: ReturnType<typeof pageFormats> };

type ScrapeOptionValues = ValuesOf<Options>;

/** Not all requests have `domainTools` and `zeroDataRetention`. */
type ConflictingValues = ValuesOf<
	Options & {
		domainTools: typeof domainTools;
		toolDetail: typeof toolDetail;
		zeroDataRetention: typeof zeroDataRetention;
	}
>;

/**
 * The service rejects some fields together with zero data retention (specification, `domainTools` and `onlyCleanContent`).
 * The specification also says: "Lockdown requests count as zero data retention."
 */
function retentionConflicts(values: ConflictingValues): Issue[] {
	const isOn = (name: 'zeroDataRetention' | 'lockdown' | 'domainTools' | 'onlyCleanContent') =>
		values[name] === true;
	const retention = (['zeroDataRetention', 'lockdown'] as const).filter(isOn);
	return (['domainTools', 'onlyCleanContent'] as const)
		.filter(isOn)
		.flatMap((name) =>
			retention.map((other) => ({ path: [name], message: `cannot be combined with {${other}}` })),
		);
}

/** Maximum sum of `waitFor` and the durations of all `wait` actions that the open-source server accepts. */
const MAX_TOTAL_WAIT_MS = 60_000;
/** Duration that the open-source server assumes for each `wait` action with a selector instead of a duration. */
const SELECTOR_WAIT_MS = 1000;

function waitConflicts(values: ConflictingValues): Issue[] {
	const { timeout, waitFor = 0, actions = [] } = values;
	const issues: Issue[] = [];
	if (timeout !== undefined && waitFor > timeout / 2) {
		issues.push({
			path: ['waitFor'],
			message: `must be at most half of {timeout} (${timeout / 2})`,
		});
	}
	const waits = actions.map((action) =>
		action.type === 'wait' ? (action.milliseconds ?? SELECTOR_WAIT_MS) : 0,
	);
	const totalMs = waits.reduce((sum, ms) => sum + ms, waitFor);
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

/** Converts the form's scrape options to the API's format. */
export function toScrapeOptions(values: ScrapeOptionValues): JsonObject {
	const { redactPIIOptions: redaction, returnPdfUnparsed, formats, parsers, ...rest } = values;
	const sentFormats = formats?.map(toSentFormat);
	const areDefault = sentFormats?.length === 1 && sentFormats[0] === 'markdown';
	const isEmptyRedaction = redaction !== undefined && Object.keys(redaction).length === 0;
	return omitUndefined({
		...rest,
		formats: areDefault ? undefined : sentFormats,
		redactPII: isEmptyRedaction ? true : (redaction ?? rest.redactPII),
		parsers: returnPdfUnparsed === true ? [] : parsers,
	});
}

/** Returns undefined if nothing would be sent. */
export function toNestedOptions(values: ScrapeOptionValues = {}): JsonObject | undefined {
	const options = toScrapeOptions(values);
	return Object.keys(options).length === 0 ? undefined : options;
}

/** Returns a hint if a detail is selected for tools that are not listed. */
export const toolDetailHints = ({
	toolDetail,
	domainTools,
}: {
	toolDetail?: string;
	domainTools?: boolean;
}): Issue[] => {
	if (toolDetail === undefined || domainTools === true) return [];
	const message = 'has no effect, because {domainTools} is off';
	return [{ path: ['toolDetail'], message, remedy: 'Turn on {domainTools}', isHint: true }];
};

/**
 * Returns an issue for each combination of values that the service rejects, and a hint for each value without effect.
 * Messages refer to other fields as `{name}`.
 */
export function scrapeOptionConflicts(values: ConflictingValues): Issue[] {
	const issues = [
		...retentionConflicts(values),
		...waitConflicts(values),
		...toolDetailHints(values),
	];
	if (values.returnPdfUnparsed === true && values.parsers !== undefined) {
		const message = 'has no effect, because {returnPdfUnparsed} is on';
		issues.push({
			path: ['parsers'],
			message,
			remedy: 'Remove one of the two options',
			isHint: true,
		});
	}
	// The node does not choose between contradictory settings. The wrong choice could leave personal data in the page.
	if (values.redactPII === false && values.redactPIIOptions !== undefined) {
		const message = 'must not be off if {redactPIIOptions} is set';
		issues.push({ path: ['redactPII'], message });
	}
	return issues;
}

/** Returns the conflicts within `scrapeOptions`. The conflict messages contain labels instead of field names. */
export const nestedConflicts = (values: ScrapeOptionValues, field: Field): Issue[] => {
	const labelOf = labelsOf([propertyOf('scrapeOptions', field)]);
	return scrapeOptionConflicts(values).map((issue) => ({
		...issue,
		path: ['scrapeOptions', ...issue.path],
		message: insertLabels(issue.message, labelOf) ?? issue.message,
	}));
};

/** Returns the scrape options of a request. Without formats, the service returns Markdown. */
export const requestedOptions = (sent: unknown): JsonObject => ({
	formats: ['markdown'],
	...(isObject(sent) && sent),
});

/** Without formats, a search would scrape no pages, so `formats` defaults to Markdown. */
export const withFormats = (values: ScrapeOptionValues): JsonObject => ({
	formats: ['markdown'],
	...toScrapeOptions(values),
});
