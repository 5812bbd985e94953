import { rateClasses, type RequestsPerMinute } from './rateLimits';
import { closedObject, flag, integer, oneOfWords, text } from './schemas/parts';
import { compileCheck } from './schemas/validate';

export interface ServiceSettings {
	/** Whether the team can execute catalog calls and list the tools of a page. Default: true. */
	catalogEnabled: boolean;
	/** Whether catalog results are returned as `data.alexandria`, their public name. */
	publicNames: boolean;
	/**
	 * How the provider `thirdparty` reports that its terms must be accepted: `requiresAction` is true
	 * (`flag`) or an object (`object`). With `accepted`, the team has already accepted the terms.
	 */
	terms: 'flag' | 'object' | 'accepted';
	/**
	 * Whether zero data retention is enforced for the team. If so, the catalog and agent runs are
	 * unavailable, and scrapes are not stored.
	 */
	forcedZeroDataRetention: boolean;
	/** Default duration of an agent run in milliseconds. */
	agentRunMs: number;
	/** Milliseconds until a canceled run ends. */
	agentCancelMs: number;
	/** Milliseconds that each check of a monitor takes. */
	monitorCheckMs: number;
	/**
	 * Position of the snapshot ID and of `retryable` in a trace: next to the artifact or error
	 * (`specified`), inside the artifact or error as in the public API (`nested`), or both.
	 */
	traceShape: 'both' | 'specified' | 'nested';
	/** Time for reading one page of a batch scrape or crawl, in milliseconds. Default: 20. */
	jobPageMs: number;
	/** Milliseconds between the last page and the end of a job. Default: 0. */
	jobFinishMs: number;
	/** Maximum size of the documents on one result page, in bytes. Default: 10 MiB. */
	jobPageBytes: number;
	/** Whether the service knows how many credits a job used. If not, `creditsUsed` is -1. */
	jobCreditsKnown: boolean;
	/** Number of pages that the team can read at the same time. Default: 10. */
	maxConcurrency: number;
	/** Whether the team can use `ignoreRobotsTxt` and `robotsUserAgent`. Default: false. */
	robotsOverride: boolean;
	/** Requests per minute by endpoint class. Default: no limits. */
	requestsPerMinute: RequestsPerMinute;
	/** Secret for signing webhooks. An empty string, the default, disables signatures. */
	webhookSecret: string;
	/** Whether traces contain an event of an unknown type. */
	unknownEvent: boolean;
}

/** Changes to the settings. `credits` sets the remaining credits of the team. */
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
