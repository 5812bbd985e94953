import type { JsonObject } from '../../api/http/response';
import { issuesOf } from '../../api/schema/issues';
import { readForm, type FormIssue, type FormReading } from '../../operations/form/readForm';
import type { Plan } from '../../operations/operation';
import { checkOperation } from '../../operations/pageTrigger/checkPage';
import {
	checkValues,
	pageTriggerValues,
	settingsFingerprint,
	type PageTriggerValues,
} from '../../operations/pageTrigger/values';
import type { ParameterSource } from '../input/parameterSource';
import { labelIssues, readSettings } from '../input/prepare';
import type { Settings } from '../input/settings';

export interface PreparedPoll {
	values: PageTriggerValues;
	settings: Settings;
	reading: FormReading;
	/** Fingerprint of the settings that affect the comparison. If it changes, the node ignores all earlier checks. */
	fingerprint: string;
	planFor(url: string): Plan;
}

function plansOf(form: JsonObject, values: PageTriggerValues, isTest: boolean) {
	const shared = checkValues(form, values, isTest);
	return (url: string) => checkOperation.plan({ ...shared, url });
}

/** All requests contain the same scrape options, so checking one request is sufficient. */
function scrapeIssues(
	plan: ReturnType<typeof checkOperation.plan> | undefined,
	reading: FormReading,
) {
	return plan !== undefined && 'issues' in plan ? labelIssues(plan.issues, reading) : [];
}

export function preparePoll(
	source: ParameterSource,
	isTest: boolean,
): PreparedPoll | { issues: FormIssue[] } {
	const raw = checkOperation.fields.map(({ name }) => [name, source.get(name, 0, null)] as const);
	const reading = readForm(checkOperation.fields, Object.fromEntries(raw), source.stored);
	const checked = pageTriggerValues.safeParse(reading.values);
	const read = readSettings(source, 0);
	if (!checked.success) {
		const issues = labelIssues(issuesOf(checked.error, reading.values), reading);
		return { issues: [...reading.issues, ...issues, ...('issues' in read ? read.issues : [])] };
	}
	const planFor = plansOf(reading.values, checked.data, isTest);
	const [firstUrl] = checked.data.urls;
	const issues = scrapeIssues(firstUrl === undefined ? undefined : planFor(firstUrl), reading);
	if ('issues' in read) return { issues: [...reading.issues, ...issues, ...read.issues] };
	if (reading.issues.length > 0 || issues.length > 0) {
		return { issues: [...reading.issues, ...issues] };
	}
	return {
		values: checked.data,
		settings: read.settings,
		reading,
		fingerprint: settingsFingerprint(reading.values, checked.data, source.stored),
		planFor: (url) => planChecked(planFor(url)),
	};
}

function planChecked(plan: ReturnType<typeof checkOperation.plan>): Plan {
	if ('issues' in plan) throw new Error(plan.issues.map(({ message }) => message).join('; '));
	return plan;
}
