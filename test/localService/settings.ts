import { rateClasses, type RequestsPerMinute } from './rateLimits';
import { closedObject, flag, integer, oneOfWords, text } from './schemas/parts';
import { compileCheck } from './schemas/validate';

export interface ServiceSettings {
	catalogEnabled: boolean;
	/** Whether responses contain catalog results under their public name, `data.alexandria`. */
	publicNames: boolean;
	/** Form of `requiresAction` in responses for the provider `thirdparty`. If `accepted`, the call succeeds. */
	terms: 'flag' | 'object' | 'accepted';
	/** Whether the team always has zero data retention. */
	forcedZeroDataRetention: boolean;
	agentRunMs: number;
	/** Milliseconds from a cancel request to the end of an agent run. */
	agentCancelMs: number;
	monitorCheckMs: number;
	/** Position of the snapshot ID and `retryable` in a trace event. In the public API, both are in nested objects. */
	traceShape: 'both' | 'specified' | 'nested';
	/** Whether a trace contains an event of an unknown type. */
	unknownEvent: boolean;
	jobPageMs: number;
	/** Milliseconds between the completion of the last page and the end of a job. */
	jobFinishMs: number;
	/** Maximum total size of the documents on one result page, in bytes. */
	jobPageBytes: number;
	/** Whether status responses contain the credits that a job has used. Otherwise, `creditsUsed` is -1. */
	jobCreditsKnown: boolean;
	maxConcurrency: number;
	robotsOverride: boolean;
	requestsPerMinute: RequestsPerMinute;
	/** Secret for signing webhook requests. If empty, the requests are not signed. */
	webhookSecret: string;
}

export type SettingsChange = Partial<ServiceSettings> & { credits?: number };

const ofClass = Object.fromEntries(rateClasses.map((name) => [name, integer(0)]));

const fields: {
	[Name in keyof ServiceSettings]: [initial: ServiceSettings[Name], schema: object];
} = {
	catalogEnabled: [true, flag],
	publicNames: [false, flag],
	terms: ['flag', oneOfWords('flag', 'object', 'accepted')],
	forcedZeroDataRetention: [false, flag],
	agentRunMs: [300, integer(0)],
	agentCancelMs: [50, integer(0)],
	monitorCheckMs: [50, integer(0)],
	traceShape: ['both', oneOfWords('both', 'specified', 'nested')],
	unknownEvent: [false, flag],
	jobPageMs: [20, integer(0)],
	jobFinishMs: [0, integer(0)],
	jobPageBytes: [10 * 1024 * 1024, integer(1)],
	jobCreditsKnown: [true, flag],
	maxConcurrency: [10, integer(1)],
	robotsOverride: [false, flag],
	requestsPerMinute: [{}, closedObject(ofClass)],
	webhookSecret: ['', text],
};

const names = Object.keys(fields) as (keyof ServiceSettings)[];
const schemas = Object.fromEntries(names.map((name) => [name, fields[name][1]]));
const check = compileCheck(closedObject({ ...schemas, credits: integer(0) }));

export function checkedSettings(change: unknown): SettingsChange {
	const [issue] = check(change);
	if (issue) throw new Error(`Settings: ${issue.path.join('.')} ${issue.message}`);
	return change as SettingsChange;
}

export function startSettings(options: Partial<ServiceSettings>): ServiceSettings {
	const values = names.map((name) => [name, options[name] ?? fields[name][0]]);
	return Object.fromEntries(values) as ServiceSettings;
}
