import { setTimeout } from 'node:timers/promises';
import { simulationCases, type Case } from '../../simulation/cases';
import { idealTime } from '../../simulation/idealTime';
import type { Counts } from '../../simulation/limitedService';
import { bringHttpRequest, bringNode } from '../contestants';
import type { Figure } from '../figure';
import { withProcesses, type Bench, type Measurement } from '../measurement';
import { openN8n, type BenchN8n, type Play } from '../n8nProcess';
import type { Worker } from '../worker';
import { ALWAYS_REFUSED, UNAVAILABLE_TWICE, type LimitedJob } from '../workers/limited';
import { benchPageUrl } from '../workers/serve';

const ROUND_TRIP_MS = 5;
const SHORT_ROUNDS = 3;
/** Number of cases that run in parallel. */
const GROUP_SIZE = 4;
/** Milliseconds between the starts of consecutive cases. */
const APART_MS = 1000;
const REFUSED_INDEX = 25;

interface Setting {
	name: string;
	items: { url: string }[];
	job: { limits?: number; workMs?: number };
	idealMs: number;
	maxRatio: number;
	maxRefused?: number;
	expectedToFail: number;
}

const pages = (count: number, urlOf = benchPageUrl) =>
	Array.from({ length: count }, (_, index) => ({ url: urlOf(index) }));

const isInTable = ({ name, limits: { retryAfter } }: Case): boolean =>
	/^(all refused|60 per 10 s$|100 per minute|10 per minute|10 at a time$|10 .* 20 s|20 .* queues)/.test(
		name,
	) &&
	(retryAfter !== 'exact' || name.startsWith('all refused'));

function settingOf(simulated: Case, index: number): Setting {
	const { count, name, limits, maxRatio, maxRefusedShare } = simulated;
	return {
		name: `${count} items, ${name}, \`Retry-After\`: ${limits.retryAfter}`,
		items: pages(count),
		job: { limits: index },
		idealMs: idealTime(count, { ...limits, roundTripMs: ROUND_TRIP_MS }),
		maxRatio,
		maxRefused:
			maxRefusedShare === undefined
				? undefined
				: Math.round((count * maxRefusedShare) / (1 - maxRefusedShare)),
		expectedToFail: 0,
	};
}

/** Maximum sum of two back-off delays: 2 seconds and 4 seconds, each with up to 1 second of jitter. */
const BACKOFF_MS = 8000;

const longSettings: Setting[] = [
	{
		name: '200 items of 50 ms, 20 % return 503 twice',
		items: pages(200, (index) =>
			index % 5 === 0 ? `${benchPageUrl(index)}/${UNAVAILABLE_TWICE}` : benchPageUrl(index),
		),
		job: { workMs: 50 },
		idealMs: BACKOFF_MS + 50,
		maxRatio: 1.25,
		expectedToFail: 0,
	},
	{
		name: '50 items of 1 s, one URL is always refused with `Retry-After: 2`',
		items: pages(50, (index) =>
			index === REFUSED_INDEX ? `${benchPageUrl(index)}/${ALWAYS_REFUSED}` : benchPageUrl(index),
		),
		job: { workMs: 1000 },
		idealMs: 8000,
		maxRatio: 1.25,
		expectedToFail: 1,
	},
	...simulationCases.flatMap((simulated, index) =>
		isInTable(simulated) ? [settingOf(simulated, index)] : [],
	),
];

const shortSettings: Setting[] = [
	{
		name: '1,000 items of 200 ms, no limits (ideal: 50 in flight)',
		items: pages(1000),
		job: { workMs: 200 },
		idealMs: 4000,
		maxRatio: 0.5,
		expectedToFail: 0,
	},
	{
		name: '200 items of 1 s, no limits',
		items: pages(200),
		job: { workMs: 1000 },
		idealMs: 1000,
		maxRatio: 2,
		expectedToFail: 0,
	},
];

interface Outcome {
	wallMs: number;
	cpuMs: number;
	silenceMs: number;
	refused: number;
	failed: number;
}

interface LimitSetup {
	n8n: BenchN8n;
	baseUrl: string;
	service: Worker<LimitedJob, string | Counts>;
}

type Contestant = 'node' | 'httpRequest';

async function run(
	{ n8n, baseUrl, service }: LimitSetup,
	{ items, job }: Setting,
	contestant: Contestant,
	watched = false,
): Promise<Outcome> {
	const apiKey = `key-${crypto.randomUUID()}`;
	await service.ask({ kind: 'account', apiKey, ...job, roundTripMs: ROUND_TRIP_MS });
	const bring = contestant === 'node' ? bringNode : bringHttpRequest;
	const play: Play = await bring(n8n, apiKey, { baseUrl, apiKey });
	const { wallMs, cpuMs, silenceMs } = await play(items, { watched });
	const { accepted, refused } = (await service.ask({ kind: 'take', apiKey })) as Counts;
	return { wallMs, cpuMs, silenceMs, refused, failed: items.length - accepted };
}

function figuresOf(setting: Setting, node: Outcome[], httpRequest: Outcome[]): Figure[] {
	const { name, idealMs, maxRatio, maxRefused, expectedToFail } = setting;
	const seconds = (outcomes: Outcome[]) => outcomes.map(({ wallMs }) => wallMs / 1000);
	const most = (value: number | undefined) => (value === undefined ? undefined : { most: value });
	const count = (of: string, values: number[], target?: number): Figure => ({
		name: `${name}: ${of}`,
		values,
		unit: '',
		digits: 0,
		target: most(target),
	});
	return [
		{
			name: `${name}: duration relative to the ideal of ${(idealMs / 1000).toFixed(1)} s`,
			values: node.map(({ wallMs }) => wallMs / idealMs),
			unit: '×',
			target: { most: maxRatio },
		},
		{ name: `${name}: duration`, values: seconds(node), unit: 's', digits: 1 },
		count(
			'refused',
			node.map(({ refused }) => refused),
			maxRefused,
		),
		count(
			'failed',
			node.map(({ failed }) => failed),
			expectedToFail,
		),
		{
			name: `${name}: HTTP Request node, duration`,
			values: seconds(httpRequest),
			unit: 's',
			digits: 1,
		},
		count(
			'HTTP Request node, failed',
			httpRequest.map(({ failed }) => failed),
		),
	];
}

async function shortFigures(setup: LimitSetup, setting: Setting): Promise<Figure[]> {
	const node: Outcome[] = [];
	const httpRequest: Outcome[] = [];
	const watched: Outcome[] = [];
	for (let round = 0; round < SHORT_ROUNDS; round++) {
		node.push(await run(setup, setting, 'node'));
		httpRequest.push(await run(setup, setting, 'httpRequest'));
		watched.push(await run(setup, setting, 'node', true));
	}
	const { name } = setting;
	const isFirst = setting === shortSettings[0];
	return [
		...figuresOf(setting, node, httpRequest),
		{
			name: `${name}: CPU per item, relative to the HTTP Request node`,
			values: node.map(({ cpuMs }, round) => cpuMs / (httpRequest[round]?.cpuMs ?? NaN)),
			unit: '×',
			target: isFirst ? { most: 1 / 3 } : undefined,
		},
		{
			name: `${name}: CPU per item`,
			values: node.map(({ cpuMs }) => cpuMs / setting.items.length),
			unit: 'ms',
		},
		{
			name: `${name}: longest health check of n8n`,
			values: watched.map(({ silenceMs }) => silenceMs),
			unit: 'ms',
			digits: 0,
			target: { most: 100 },
		},
	];
}

async function groupFigures(setup: LimitSetup, group: readonly Setting[]): Promise<Figure[]> {
	const runAll = (contestant: Contestant): Promise<Outcome[]> =>
		Promise.all(
			group.map(async (setting, index) => {
				await setTimeout(index * APART_MS);
				return await run(setup, setting, contestant);
			}),
		);
	const node = await runAll('node');
	const httpRequest = await runAll('httpRequest');
	return group.flatMap((setting, index) =>
		figuresOf(setting, [node[index] as Outcome], [httpRequest[index] as Outcome]),
	);
}

async function longFigures(setup: LimitSetup): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (let first = 0; first < longSettings.length; first += GROUP_SIZE) {
		figures.push(...(await groupFigures(setup, longSettings.slice(first, first + GROUP_SIZE))));
	}
	return figures;
}

async function withSetup(bench: Bench, work: (setup: LimitSetup) => Promise<Figure[]>) {
	return await withProcesses(bench, async ({ worker }) => {
		const service = worker<LimitedJob, string | Counts>('limited');
		const baseUrl = (await service.ask({ kind: 'start' })) as string;
		const n8n = await openN8n(bench);
		try {
			const setup = { n8n, baseUrl, service };
			// The first requests of a process are slower than later requests, so they are not measured.
			const [first] = shortSettings as [Setting];
			for (const contestant of ['node', 'httpRequest'] as const) {
				await run(setup, first, contestant);
			}
			return await work(setup);
		} finally {
			await n8n.stop();
		}
	});
}

export const defaultSettings: Measurement = {
	name: 'defaultSettings',
	about: `Default settings in n8n. The ideal is the duration of a client that knows the limits. Both nodes continue on errors. The HTTP Request node sends all items at once.`,
	measure: (bench) =>
		withSetup(bench, async (setup) => {
			const figures: Figure[] = [];
			for (const setting of shortSettings) figures.push(...(await shortFigures(setup, setting)));
			return figures;
		}),
};

export const accountLimits: Measurement = {
	name: 'accountLimits',
	about: `Default settings in n8n, for accounts with limits. Refusals take ${ROUND_TRIP_MS} ms. Each case runs once, in groups of four with separate accounts. The ideal is the duration of a client that knows the limits. The HTTP Request node does not repeat refused requests.`,
	measure: (bench) => withSetup(bench, longFigures),
};
