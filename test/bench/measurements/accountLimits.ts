import { setTimeout } from 'node:timers/promises';
import { simulationCases, type Case } from '../../simulation/cases';
import { idealTime } from '../../simulation/idealTime';
import type { Counts } from '../../simulation/limitedService';
import { bringHttpRequest, bringNode } from '../contestants';
import { figure, type Figure } from '../figure';
import { withProcesses, type Measurement } from '../measurement';
import { openN8n, type BenchN8n } from '../n8nProcess';
import type { Worker } from '../worker';
import { ALWAYS_REFUSED, UNAVAILABLE_TWICE, type LimitedJob } from '../workers/limited';
import { benchItems } from '../workers/serve';

const ROUND_TRIP_MS = 5;
/** Number of cases that run in parallel. */
const GROUP_SIZE = 4;
/** Milliseconds between the starts of consecutive cases. */
const APART_MS = 1000;
const REFUSED_INDEX = 25;
/** Maximum sum of two back-off delays: 2 seconds and 4 seconds, each with up to 1 second of jitter. */
const BACKOFF_MS = 8000;

interface Setting {
	name: string;
	items: { url: string }[];
	job: { limits?: number; workMs?: number };
	idealMs: number;
	maxRatio: number;
	maxRefused?: number;
	expectedToFail?: number;
}

/** One form of `Retry-After` is enough for each limit. */
const isInTable = ({ limits: { retryAfter } }: Case): boolean => retryAfter !== 'exact';

function settingOf(simulated: Case, index: number): Setting {
	const { count, name, limits, maxRatio, maxRefusedShare: share } = simulated;
	return {
		name: `${count} items, ${name}, \`Retry-After\`: ${limits.retryAfter}`,
		items: benchItems(count),
		job: { limits: index },
		idealMs: idealTime(count, { ...limits, roundTripMs: ROUND_TRIP_MS }),
		maxRatio,
		maxRefused: share && Math.round((count * share) / (1 - share)),
	};
}

const settings: Setting[] = [
	{
		name: '200 items of 50 ms, 20 % return 503 twice',
		items: benchItems(200, (index) => (index % 5 === 0 ? UNAVAILABLE_TWICE : '')),
		job: { workMs: 50 },
		idealMs: BACKOFF_MS + 50,
		maxRatio: 1.25,
	},
	{
		name: '50 items of 1 s, one URL is always refused with `Retry-After: 2`',
		items: benchItems(50, (index) => (index === REFUSED_INDEX ? ALWAYS_REFUSED : '')),
		job: { workMs: 1000 },
		idealMs: 8000,
		maxRatio: 1.25,
		expectedToFail: 1,
	},
	...simulationCases.flatMap((simulated, index) =>
		isInTable(simulated) ? [settingOf(simulated, index)] : [],
	),
];

const warmUp: Setting = {
	name: 'Warm-up',
	items: benchItems(1000),
	job: { workMs: 200 },
	idealMs: 4000,
	maxRatio: 0.5,
};

interface Outcome {
	wallMs: number;
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
): Promise<Outcome> {
	const apiKey = `key-${crypto.randomUUID()}`;
	await service.ask({ kind: 'account', apiKey, ...job, roundTripMs: ROUND_TRIP_MS });
	const bring = contestant === 'node' ? bringNode : bringHttpRequest;
	const play = await bring(n8n, apiKey, { baseUrl, apiKey });
	const { wallMs } = await play(items);
	const { accepted, refused } = (await service.ask({ kind: 'take', apiKey })) as Counts;
	return { wallMs, refused, failed: items.length - accepted };
}

function figuresOf(setting: Setting, node: Outcome[], httpRequest: Outcome[]): Figure[] {
	const { name, idealMs, maxRatio, maxRefused, expectedToFail = 0 } = setting;
	const of = (outcomes: Outcome[], field: keyof Outcome, divisor = 1) =>
		outcomes.map((outcome) => outcome[field] / divisor);
	const ideal = `duration relative to the ideal of ${(idealMs / 1000).toFixed(1)} s`;
	return [
		figure(`${name}: ${ideal}`, of(node, 'wallMs', idealMs), '×', { most: maxRatio }),
		figure(`${name}: duration`, of(node, 'wallMs', 1000), 's', { digits: 1 }),
		figure(`${name}: refused`, of(node, 'refused'), '', { most: maxRefused, digits: 0 }),
		figure(`${name}: failed`, of(node, 'failed'), '', { most: expectedToFail, digits: 0 }),
		figure(`${name}: HTTP Request node, duration`, of(httpRequest, 'wallMs', 1000), 's', {
			digits: 1,
		}),
		figure(`${name}: HTTP Request node, failed`, of(httpRequest, 'failed'), '', { digits: 0 }),
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
		figuresOf(setting, node.slice(index, index + 1), httpRequest.slice(index, index + 1)),
	);
}

export const accountLimits: Measurement = {
	name: 'accountLimits',
	about: `Default settings in n8n, for accounts with limits. Refusals take ${ROUND_TRIP_MS} ms. Each case runs once, in groups of four with separate accounts. The ideal is the duration of a client that knows the limits. The HTTP Request node does not repeat refused requests.`,
	measure: (bench) =>
		withProcesses(bench, async ({ worker }) => {
			const service = worker<LimitedJob, string | Counts>('limited');
			const baseUrl = (await service.ask({ kind: 'start' })) as string;
			const n8n = await openN8n(bench);
			const figures: Figure[] = [];
			try {
				const setup = { n8n, baseUrl, service };
				// The first requests of a process are slower than later requests, so they are not measured.
				await run(setup, warmUp, 'node');
				await run(setup, warmUp, 'httpRequest');
				for (let first = 0; first < settings.length; first += GROUP_SIZE) {
					figures.push(...(await groupFigures(setup, settings.slice(first, first + GROUP_SIZE))));
				}
				return figures;
			} finally {
				await n8n.stop();
			}
		}),
};
