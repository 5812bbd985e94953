import { setTimeout } from 'node:timers/promises';
import type { Figure } from '../figure';
import { withProcesses, type Bench, type FixedService, type Measurement } from '../measurement';
import type { Worker } from '../worker';
import type { Executed, NodeExecution } from '../workers/node';
import { benchPageUrl } from '../workers/serve';

const COUNT = 200;
const AT_A_TIME = 10;
const DELAY_MS = 1000;
const IN_FLIGHT = 50;
const RETRY_AFTER_S = 2;
const APART_MS = 700;
const IDEAL_MS = (COUNT / AT_A_TIME) * DELAY_MS;

interface Outcome {
	failed: number;
	/** Refused requests as a fraction of all requests. */
	refused: number;
	overIdeal: number;
}

interface Pair {
	first: Outcome;
	second: Outcome;
}

async function execution(
	node: Worker<NodeExecution, Executed>,
	service: FixedService,
	apiKey: string,
): Promise<Outcome> {
	const { failed, wallMs } = await node.ask({
		credential: { baseUrl: service.http, apiKey },
		parameters: {
			resource: 'scrape',
			operation: 'scrape',
			requestSettings: { maxRequestsAtOnce: IN_FLIGHT },
		},
		items: Array.from({ length: COUNT }, (_, index) => ({ url: benchPageUrl(index) })),
	});
	const { refused, requests } = await service.take(apiKey);
	return { failed, refused: refused / requests, overIdeal: wallMs / IDEAL_MS };
}

function figuresOf(pairs: Pair[], hint: string): Figure[] {
	const figure = (
		name: string,
		value: (pair: Pair) => number,
		unit: string,
		most?: number,
		digits?: number,
	): Figure => ({
		name: `${name}, ${hint}`,
		values: pairs.map(value),
		unit,
		digits,
		target: most === undefined ? undefined : { most },
	});
	const percent = (share: number): number => share * 100;
	return [
		figure('429, failed items', ({ first, second }) => first.failed + second.failed, '', 0, 0),
		figure(
			'429, duration relative to the ideal, known limit',
			({ second }) => second.overIdeal,
			'×',
			1.15,
		),
		figure(
			'429, refused requests, known limit',
			({ second }) => percent(second.refused),
			'%',
			5,
			1,
		),
		figure(
			'429, duration relative to the ideal, unknown limit',
			({ first }) => first.overIdeal,
			'×',
		),
		figure(
			'429, refused requests, unknown limit',
			({ first }) => percent(first.refused),
			'%',
			5,
			1,
		),
	];
}

async function rounds(
	{ rounds: count }: Bench,
	node: Worker<NodeExecution, Executed>,
	service: FixedService,
): Promise<Pair[]> {
	const keys = Array.from({ length: count }, (_, round) => `key-${round}`);
	return await Promise.all(
		keys.map(async (key, round) => {
			await setTimeout(round * APART_MS);
			return {
				first: await execution(node, service, key),
				second: await execution(node, service, key),
			};
		}),
	);
}

export const limits: Measurement = {
	name: 'limits',
	about: `${COUNT} items of ${DELAY_MS / 1000} s. The service allows ${AT_A_TIME} concurrent requests, and the node sends up to ${IN_FLIGHT}. Refusals are sent with and without \`Retry-After: ${RETRY_AFTER_S}\`. Ideal duration: ${IDEAL_MS / 1000} s.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service, worker }) => {
			const node = worker<NodeExecution, Executed>('node');
			const limit = { most: AT_A_TIME };
			const hinting = await service({
				delayMs: DELAY_MS,
				limit: { ...limit, retryAfter: RETRY_AFTER_S },
			});
			const silent = await service({ delayMs: DELAY_MS, limit });
			// The first requests of a process are slower than later requests, so they are not measured.
			await execution(node, await service(), 'warm-up');
			const [hinted, unhinted] = await Promise.all([
				rounds(bench, node, hinting),
				setTimeout(APART_MS / 2).then(() => rounds(bench, node, silent)),
			]);
			return [
				...figuresOf(hinted, 'with `Retry-After`'),
				...figuresOf(unhinted, 'without `Retry-After`'),
			];
		}),
};
