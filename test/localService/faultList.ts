import { isDeepStrictEqual } from 'node:util';
import { errorRow } from '../spec/errorRows';
import type { Fault, FaultAnswer, FaultCondition } from './faults';
import type { ReceivedRequest } from './requestLog';

interface Armed {
	fault: Fault;
	toSkip: number;
	left: number;
}

export function createFaultList() {
	let armed: Armed[] = [];
	return {
		add(faults: readonly Fault[]): void {
			for (const { answer } of faults) if (answer.kind === 'errorRow') errorRow(answer.id);
			armed.push(...faults.map(arm));
		},
		take(request: ReceivedRequest): FaultAnswer | undefined {
			const hit = firstHit(armed, request);
			armed = armed.filter((entry) => entry.left > 0);
			return hit?.fault.answer;
		},
	};
}

function arm(fault: Fault): Armed {
	const left = fault.times === 0 ? Infinity : (fault.times ?? 1);
	return { fault, toSkip: fault.skip ?? 0, left };
}

function firstHit(armed: readonly Armed[], request: ReceivedRequest): Armed | undefined {
	for (const entry of armed) {
		if (!matches(entry.fault.when ?? {}, request)) continue;
		if (entry.toSkip > 0) {
			entry.toSkip -= 1;
			continue;
		}
		entry.left -= 1;
		return entry;
	}
	return undefined;
}

export function matches(when: FaultCondition, request: ReceivedRequest): boolean {
	return (
		(when.method === undefined || when.method.toUpperCase() === request.method) &&
		matchesPath(when.path ?? '/v2/*', request.path) &&
		(when.body === undefined || contains(request.body, when.body)) &&
		(when.inFlightAbove === undefined || request.inFlight > when.inFlightAbove)
	);
}

function matchesPath(pattern: string, path: string): boolean {
	const pathname = path.split('?')[0];
	const [start = '', end] = pattern.split('*');
	if (end !== undefined) return path.startsWith(start) && path.endsWith(end);
	return pattern === path || pattern === pathname;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function contains(whole: unknown, part: unknown): boolean {
	if (Array.isArray(part) && Array.isArray(whole)) {
		return part.every((wanted) => whole.some((item) => contains(item, wanted)));
	}
	if (isRecord(part) && isRecord(whole)) {
		return Object.entries(part).every(([key, wanted]) => contains(whole[key], wanted));
	}
	return isDeepStrictEqual(whole, part);
}
