import type { z } from 'zod';
import { objectsIn } from '../../client/lists';
import { fingerprint } from '../../client/request';
import { hasExpression, storedIn } from '../../form/labels';
import type { JsonObject } from '../../json/json';
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

/** A test run uses its own change-tracking tag and does not affect the next poll. */
const TEST_TAG = 'test';

const trackingFormat = ({ changeTracking: settings }: PageTriggerValues, isTest: boolean) => ({
	type: 'changeTracking',
	...settings,
	...(isTest && { tag: [settings.tag, TEST_TAG].filter(Boolean).join('-') }),
});

function checkFormats(form: unknown, values: PageTriggerValues, isTest: boolean): unknown[] {
	const formats: unknown[] = Array.isArray(form) ? form : [];
	const hasMarkdown = objectsIn(form).some(({ type }) => type === 'markdown');
	return [
		...formats,
		...(hasMarkdown ? [] : [{ type: 'markdown' }]),
		...(values.compare === 'changeTracking' ? [trackingFormat(values, isTest)] : []),
	];
}

/** Options that control cached copies of a page. */
const cacheOptions = ['maxAge', 'minAge', 'lockdown'];

const usesCache = ({ maxAge, minAge, lockdown }: JsonObject): boolean =>
	maxAge !== undefined || minAge !== undefined || lockdown === true;

export function checkValues(
	form: JsonObject,
	values: PageTriggerValues,
	isTest: boolean,
): JsonObject {
	const options = scrapeValues(form);
	return {
		...(usesCache(options) ? {} : { maxAge: 0 }),
		...options,
		formats: checkFormats(options.formats, values, isTest),
	};
}

/** Options that do not decide the compared content. */
const notCompared: ReadonlySet<string> = new Set([
	...cacheOptions,
	...['auditMetadata', 'formats', 'storeInCache', 'threatProtection'],
	...['timeout', 'zeroDataRetention'],
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
