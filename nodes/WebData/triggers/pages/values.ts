import type { z } from 'zod';
import { hasExpression, storedIn } from '../../form/stored';
import { fingerprint, type JsonObject, objectsIn } from '../../json/json';
import { pageTriggerValues } from './form';

export type PageTriggerValues = z.infer<typeof pageTriggerValues>;

const ownNames = Object.keys(pageTriggerValues.shape);

const scrapeValues = (values: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(values).filter(([name]) => !ownNames.includes(name)));

/** Whether only differences in tracked fields count as changes. */
export const comparesFields = ({
	compare,
	changeTracking: { modes },
}: PageTriggerValues): boolean =>
	compare === 'changeTracking' && modes?.length === 1 && modes[0] === 'json';

/** Returns the values that a check sends: those of the form, with Markdown, and with change tracking if it is selected. */
export function valuesToScrape(
	form: JsonObject,
	{ compare, changeTracking }: PageTriggerValues,
	isTest: boolean,
): JsonObject {
	const options = scrapeValues(form);
	const formats: unknown[] = Array.isArray(options.formats) ? [...options.formats] : [];
	if (objectsIn(formats).every(({ type }) => type !== 'markdown')) {
		formats.push({ type: 'markdown' });
	}
	if (compare === 'changeTracking') {
		// A test run uses its own tag and does not affect the next poll.
		const tag = isTest && { tag: [changeTracking.tag, 'test'].filter(Boolean).join('-') };
		formats.push({ type: 'changeTracking', ...changeTracking, ...tag });
	}
	const { minAge, lockdown } = options;
	const usesCache = minAge !== undefined || lockdown === true;
	return { ...(!usesCache && { maxAge: 0 }), ...options, formats };
}

/** Options that do not decide the compared content. */
const notCompared: ReadonlySet<string> = new Set([
	...['maxAge', 'minAge', 'lockdown', 'storeInCache'],
	...['auditMetadata', 'formats', 'threatProtection', 'timeout', 'zeroDataRetention'],
]);

/** Returns the values, but the expression of each value that comes from an expression. */
const withExpressions = (values: JsonObject, stored: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const { options, comparison } = stored;
			const entered = stored[name] ?? storedIn(options, name) ?? storedIn(comparison, name);
			return [name, hasExpression(entered) ? entered : value];
		}),
	);

/**
 * Returns a fingerprint of the settings that decide the compared content. An expression counts instead of its value,
 * which may differ at each poll, as the value of `{{ $now }}` does.
 */
export function settingsFingerprint(
	form: JsonObject,
	values: PageTriggerValues,
	stored: JsonObject = {},
): string {
	const { compare, ignoreDigits, ignoreLines, changeTracking } = values;
	const options = Object.entries(scrapeValues(form)).filter(([name]) => !notCompared.has(name));
	return fingerprint({
		...withExpressions({ compare, ignoreDigits, ignoreLines }, stored),
		options: withExpressions(Object.fromEntries(options), stored),
		fields: comparesFields(values)
			? withExpressions({ changeTracking }, stored).changeTracking
			: undefined,
	});
}
