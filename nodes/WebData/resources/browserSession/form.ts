import { SERVICE_TIMEOUT_MS } from '../../client/request';
import {
	additionalBodyFields,
	choice,
	flag,
	formOf,
	returnAll,
	text,
	usage,
	whole,
} from '../../form/form';
import { idPicker } from '../../form/ids';
import { uuidInPath } from '../../form/values';
import { finiteNumber, type JsonObject } from '../../json/json';
import { browserProfile } from '../../page/options';

export const codeInput = (example: string) =>
	({
		typeOptions: { rows: 5 },
		required: true,
		maxLength: 100_000,
		placeholder: `e.g. ${example}`,
	}) as const;

export const language = choice('Language', 'Programming language of the code', 'node', {
	node: 'Node.js',
	python: 'Python',
	bash: 'Bash',
});

const DEFAULT_TIMEOUT_SECONDS = 30;

export const codeTimeout = (subject: string) =>
	whole('Timeout (Seconds)', `Maximum time for ${subject}, from 1 to 300 seconds`, {
		min: 1,
		max: 300,
		default: DEFAULT_TIMEOUT_SECONDS,
	});

/** Returns the service's time limit. The service may have to load the page again before it runs the code. */
export const codeTimeoutMs = ({ timeout }: JsonObject): number =>
	(finiteNumber(timeout) ?? DEFAULT_TIMEOUT_SECONDS) * 1000 + SERVICE_TIMEOUT_MS;

export const createForm = formOf(
	{},
	{
		ttl: whole(
			'TTL (Seconds)',
			'Maximum lifetime of the session, from 30 to 3,600 seconds. Each minute costs 2 credits.',
			{ ifEmpty: 'error', min: 30, max: 3600, default: 600 },
		),
		activityTtl: whole(
			'Activity TTL (Seconds)',
			'Time without activity after which the session ends, from 10 to 3,600 seconds',
			{ ifEmpty: 'error', min: 10, max: 3600, default: 300 },
		),
		streamWebView: flag(
			'Stream Live View',
			'Whether to show the browser at the live view URLs. Keep these URLs secret, because they give access without an API key.',
			{ ifEmpty: 'error', default: true },
		),
		recordSession: flag('Record Session', 'Whether to record the session for later replay', {
			ifEmpty: 'error',
			default: true,
		}),
		profile: browserProfile('Sessions', 'the session is deleted'),
		integration: usage.integration,
		deleteOnStop: flag(
			'Delete on Stop',
			'Whether to delete the session if the node ends early, because the execution is stopped or another item fails',
			{ role: 'own', default: true },
		),
		additionalBodyFields,
	},
);

export const session = {
	sessionId: idPicker(
		'Session',
		'ID of the browser session, from the output of Create or Get Many',
		{
			searchListMethod: 'searchSessions',
			select: 'a session',
			errorMessage: 'Must contain the ID of a browser session, which is a UUID',
			schema: uuidInPath('a browser session', 'interact'),
		},
	),
};

export const executeForm = formOf(
	{
		...session,
		code: text(
			'Code',
			'Code to run in the session, up to 100,000 characters',
			codeInput('await page.goto("https://example.com");\nawait page.title()'),
		),
	},
	{ language, timeout: codeTimeout('the code'), origin: usage.origin, additionalBodyFields },
);

export const listForm = formOf(returnAll, {
	status: choice('Session Status', 'Return only the sessions with this status', 'active', {
		active: 'Active',
		destroyed: ['Destroyed', 'Deleted or expired'],
	}),
});
