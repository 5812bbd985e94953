// What a test can set of the service's behaviour, at its start or while it runs.
import { closedObject, flag, integer, oneOfWords } from './schemas/parts';
import { compileCheck } from './schemas/validate';

export interface ServiceSettings {
	/** Whether the team may execute catalog calls, and see the tools of a page; true by default. */
	catalogEnabled: boolean;
	/** Catalog results come under their public name, `data.alexandria`. */
	publicNames: boolean;
	/**
	 * How the provider `thirdparty` asks for its terms: with `requiresAction` true, with an object,
	 * or not any more.
	 */
	terms: 'flag' | 'object' | 'accepted';
	/** The team has zero data retention forced on: no catalog, no agent, and of no scrape anything is kept. */
	forcedZeroDataRetention: boolean;
	/** How long an agent run takes that nothing else is said of. */
	agentRunMs: number;
	/** How long a run goes on after it was cancelled. */
	agentCancelMs: number;
	/**
	 * Where a trace has the snapshot id and `retryable`: as the specification says (beside the
	 * artifact, beside the error), nested in them as publicly known, or in both places.
	 */
	traceShape: 'both' | 'specified' | 'nested';
	/** Traces hold an event of a kind that nobody has heard of. */
	unknownEvent: boolean;
}

/** `credits` are what is left of them from now on. */
export type SettingsChange = Partial<ServiceSettings> & { credits?: number };

const defaults: ServiceSettings = {
	catalogEnabled: true,
	publicNames: false,
	terms: 'flag',
	forcedZeroDataRetention: false,
	agentRunMs: 300,
	agentCancelMs: 50,
	traceShape: 'both',
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
		traceShape: oneOfWords('both', 'specified', 'nested'),
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
