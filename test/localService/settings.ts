import { rateClasses, type RequestsPerMinute } from './rateLimits';
import { closedObject, flag, integer, oneOfWords, text } from './schemas/parts';
import { compileCheck } from './schemas/validate';

export interface ServiceSettings {
	/** Whether the team can execute catalog calls and list the tools of a page; true by default. */
	catalogEnabled: boolean;
	/** Whether catalog results are returned under their public name, `data.alexandria`. */
	publicNames: boolean;
	/** How the provider `thirdparty` requires its terms: `requiresAction` is true or an object, or the terms are accepted. */
	terms: 'flag' | 'object' | 'accepted';
	/** Whether zero data retention is forced for the team: no catalog, no agent, and no scrape is stored. */
	forcedZeroDataRetention: boolean;
	/** Default duration of an agent run in milliseconds. */
	agentRunMs: number;
	/** Milliseconds until a cancelled run ends. */
	agentCancelMs: number;
	/** Milliseconds that each check of a monitor takes. */
	monitorCheckMs: number;
	/** Position of the snapshot ID and `retryable` in a trace: next to the artifact or error (as specified), nested in it (as publicly known), or both. */
	traceShape: 'both' | 'specified' | 'nested';
	/** Milliseconds that each page of a batch or a crawl takes; 20 by default. */
	jobPageMs: number;
	/** Milliseconds between the last page of a job and its end; 0 by default. */
	jobFinishMs: number;
	/** A page of results is cut when its documents exceed this size; 10 MiB by default. */
	jobPageBytes: number;
	/** Whether the service knows the credits of a job; otherwise `creditsUsed` is -1. */
	jobCreditsKnown: boolean;
	/** Pages that the team can read at the same time; 10 by default. */
	maxConcurrency: number;
	/** Whether the team can use `ignoreRobotsTxt` and `robotsUserAgent`; false by default. */
	robotsOverride: boolean;
	/** Requests per minute of each class of endpoints; no limits by default. */
	requestsPerMinute: RequestsPerMinute;
	/** The secret that webhooks are signed with; empty, the default, for none. */
	webhookSecret: string;
	/** Whether traces contain an event of an unknown type. */
	unknownEvent: boolean;
}

/** `credits` sets the remaining credits. */
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
