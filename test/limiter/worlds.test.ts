// Random worlds: several executions share an account whose service limits, refuses, and fails at random.

import fc from 'fast-check';
import { runs } from '../faults/properties/values';
import { type Ended, type Execution, kinds, type LimiterEvent, run, type World } from './world';

const milliseconds = (min: number, max: number) => fc.integer({ min, max });
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.oneof(values, fc.constant(undefined));
/** Like `optional`, but mostly undefined. */
const rare = <Value>(values: fc.Arbitrary<Value>) =>
	fc.oneof({ arbitrary: values, weight: 1 }, { arbitrary: fc.constant(undefined), weight: 4 });

const executions = fc.subarray([...kinds], { minLength: 1 }).chain((some) =>
	fc.array(
		fc.record<Execution>({
			startMs: milliseconds(0, 20_000),
			ceiling: optional(fc.integer({ min: 1, max: 8 })),
			stopMs: rare(milliseconds(0, 60_000)),
			items: fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 50 }),
		}),
		{ minLength: 1, maxLength: 4 },
	),
);

const most = fc.integer({ min: 5, max: 60 });
const places = fc.integer({ min: 1, max: 12 });

const world: fc.Arbitrary<World> = fc.record({
	seed: fc.nat(),
	executions,
	limits: fc.record({
		workMs: milliseconds(0, 3000),
		roundTripMs: milliseconds(1, 300),
		jitter: fc.constant(0.5),
		retryAfter: fc.constantFrom('none', 'exact', 'seconds'),
		closed: rare(
			fc.record({
				untilMs: milliseconds(0, 60_000),
				limit: fc.constantFrom('rate', 'concurrency'),
			}),
		),
		places: optional(fc.tuple(places, places)),
		rate: optional(fc.record({ most: fc.tuple(most, most), windowMs: milliseconds(5000, 60_000) })),
		changeMs: milliseconds(0, 60_000),
		failing: optional(fc.double({ min: 0, max: 0.1, noNaN: true })),
	}),
});

/** Runs random worlds, and expects that `offenders` returns an empty list for each of them. */
async function check(offenders: (ended: Ended, world: World) => unknown[]): Promise<void> {
	await fc.assert(
		fc.asyncProperty(world, async (each) => {
			expect(offenders(await run(each), each)).toEqual([]);
		}),
		runs(100),
	);
}

it('every item ends, and leaves no timer and no open request', async () => {
	await check(({ results, timers, isForgotten }) => [
		...results.flat().filter((result) => result === undefined),
		...timers,
		...(isForgotten ? [] : ['an open request']),
	]);
});

/** Whether a request was refused while no other request of its class was waiting or in flight. */
function wasAlone(events: readonly LimiterEvent[], own: Pick<LimiterEvent, 'execution' | 'item'>) {
	const others = new Map<string, number>();
	return events.some(({ kind, execution: index, item, rateClass }) => {
		if (index !== own.execution || item !== own.item) {
			const change = { waits: 1, starts: 0, leaves: -1, ends: -1 }[kind];
			others.set(rateClass, (others.get(rateClass) ?? 0) + change);
			return false;
		}
		return kind === 'ends' && !others.get(rateClass);
	});
}

it('an item fails only if its execution is stopped, or if no other request shows that the limit is the cause', async () => {
	await check(({ results, events }, { executions }) =>
		results.flatMap((ofExecution, index) =>
			ofExecution.filter((result, item) => {
				if (result === undefined || result.ok) return false;
				if (result.stopReason === 'aborted') return executions[index]?.stopMs === undefined;
				return !wasAlone(events, { execution: index, item });
			}),
		),
	);
});

it('no execution has more requests in flight than its maximum', async () => {
	await check(({ events }, { executions }) => {
		const inFlight = executions.map(() => 0);
		return events.filter(({ kind, execution: index }) => {
			const { ceiling = Infinity } = executions[index] ?? {};
			const change = { starts: 1, ends: -1, waits: 0, leaves: 0 }[kind];
			inFlight[index] = (inFlight[index] ?? 0) + change;
			return inFlight[index] > ceiling;
		});
	});
});

it('no attempt starts after its execution was stopped', async () => {
	await check(({ events }, { executions }) =>
		events.filter(({ kind, execution: index, atMs }) => {
			const { startMs = 0, stopMs = Infinity } = executions[index] ?? {};
			return kind === 'starts' && atMs > startMs + stopMs;
		}),
	);
});

const sameQueue = (one: LimiterEvent, other: LimiterEvent): boolean =>
	one.execution === other.execution && one.rateClass === other.rateClass;

it('the first attempts of an execution start in the order of its items', async () => {
	await check(({ events }) => {
		const starts = events.filter(({ kind, attempt }) => kind === 'starts' && attempt === 1);
		return starts.filter((start, index) =>
			starts.slice(index).some((later) => sameQueue(start, later) && later.item < start.item),
		);
	});
});

/** The part of a class that belongs to an execution. */
interface Queue {
	waiting: number;
	waitsSinceMs: number;
	lastStartMs: number;
}

/**
 * Returns the starts of requests of an execution that had already had its turn, although a request of another execution
 * could have started. Events at the same time have no order, because a start is recorded slightly late.
 */
function unfairStarts({ events }: Ended, { executions }: World): LimiterEvent[] {
	const inFlight = executions.map(() => 0);
	const queues = new Map<string, Queue[]>();
	const queuesOf = (rateClass: string): Queue[] => {
		const empty = () => ({ waiting: 0, waitsSinceMs: Infinity, lastStartMs: -1 });
		const known = queues.get(rateClass) ?? executions.map(empty);
		queues.set(rateClass, known);
		return known;
	};
	const isFree = (index: number): boolean =>
		(inFlight[index] ?? 0) < (executions[index]?.ceiling ?? Infinity);
	return events.filter(({ kind, execution: index, rateClass, atMs }) => {
		const ofClass = queuesOf(rateClass);
		const own = ofClass[index] as Queue;
		if (kind === 'ends') inFlight[index] = (inFlight[index] ?? 0) - 1;
		if (kind === 'waits' && own.waiting++ === 0) own.waitsSinceMs = atMs;
		if (kind === 'starts' || kind === 'leaves') own.waiting--;
		if (kind !== 'starts') return false;
		const isUnfair = ofClass.some(
			({ waiting, waitsSinceMs, lastStartMs }, other) =>
				waiting > 0 && Math.max(waitsSinceMs, lastStartMs) < own.lastStartMs && isFree(other),
		);
		own.lastStartMs = atMs;
		inFlight[index] = (inFlight[index] ?? 0) + 1;
		return isUnfair;
	});
}

it('executions take turns', async () => {
	await check(unfairStarts);
});
