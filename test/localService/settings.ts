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
	unknownEvent: boolean;
}

export type SettingsChange = Partial<ServiceSettings> & { credits?: number };

const defaults: ServiceSettings = {
	catalogEnabled: true,
	publicNames: false,
	terms: 'flag',
	forcedZeroDataRetention: false,
	agentRunMs: 300,
	agentCancelMs: 50,
	monitorCheckMs: 50,
	traceShape: 'both',
	jobPageMs: 20,
	jobFinishMs: 0,
	jobPageBytes: 10 * 1024 * 1024,
	jobCreditsKnown: true,
	maxConcurrency: 10,
	robotsOverride: false,
	requestsPerMinute: {},
	webhookSecret: '',
	unknownEvent: false,
};

const checkSettings = compileCheck(
	closedObject({
		catalogEnabled: flag,
		publicNames: flag,
		terms: oneOfWords('flag', 'object', 'accepted'),
		forcedZeroDataRetention: flag,
		agentRunMs: integer(0),
		agentCancelMs: integer(0),
		monitorCheckMs: integer(0),
		traceShape: oneOfWords('both', 'specified', 'nested'),
		jobPageMs: integer(0),
		jobFinishMs: integer(0),
		jobPageBytes: integer(1),
		jobCreditsKnown: flag,
		maxConcurrency: integer(1),
		robotsOverride: flag,
		requestsPerMinute: closedObject(
			Object.fromEntries(rateClasses.map((name) => [name, integer(0)])),
		),
		webhookSecret: text,
		unknownEvent: flag,
		credits: integer(0),
	}),
);

export function checkedSettings(change: unknown): SettingsChange {
	const [issue] = checkSettings(change);
	if (issue) throw new Error(`Settings: ${issue.path.join('.')} ${issue.message}`);
	return change as SettingsChange;
}

export function startSettings(options: Partial<ServiceSettings>): ServiceSettings {
	const names = Object.keys(defaults) as (keyof ServiceSettings)[];
	const set = names.filter((name) => options[name] !== undefined);
	return { ...defaults, ...Object.fromEntries(set.map((name) => [name, options[name]])) };
}
