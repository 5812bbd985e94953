import { isDeepStrictEqual } from 'node:util';
import type { ErrorRowId } from '../spec/errorRows';
import type { ReceivedRequest } from './requestLog';

export type FaultAnswer =
	| { kind: 'json'; status: number; body: unknown; headers?: Record<string, string> }
	| {
			kind: 'raw';
			status: number;
			contentType: string;
			text?: string;
			base64?: string;
			headers?: Record<string, string>;
	  }
	| {
			kind: 'errorRow';
			id: ErrorRowId;
			headers?: Record<string, string>;
			/** Merged into the body of the error response. A null value removes a field. */
			patch?: Record<string, unknown>;
	  }
	/**
	 * Delays the request by `ms` milliseconds on the clock of the service. A catalog request is in
	 * progress during the delay.
	 */
	| { kind: 'delayedHead'; ms: number }
	/** The service executes only catalog requests and never responds. */
	| { kind: 'stallHead' }
	| { kind: 'stallBody'; afterBytes: number }
	| { kind: 'cutBody'; afterBytes: number }
	| { kind: 'resetBefore' }
	| { kind: 'resetAfter' }
	| { kind: 'redirect'; location: string; status: number }
	| { kind: 'bigBody'; bytes: number };

export interface FaultCondition {
	method?: string;
	/** An exact path, or a path with one `*`. Default: every path under /v2/. */
	path?: string;
	/** The fault occurs only if the JSON request body contains these values. */
	body?: unknown;
	/** The fault occurs only while more than this number of API requests are in progress. */
	inFlightAbove?: number;
}

export interface Fault {
	when?: FaultCondition;
	/** Number of times that the fault occurs; 1 by default. If 0, the fault affects every matching request. */
	times?: number;
	skip?: number;
	answer: FaultAnswer;
}

export type FaultPlan = Omit<Fault, 'answer'>;

export function fault(answer: FaultAnswer, plan: FaultPlan = {}): Fault {
	return { ...plan, answer };
}

export function errorRowFault(
	id: ErrorRowId,
	plan: FaultPlan = {},
	patch: Record<string, unknown> = {},
): Fault {
	return fault({ kind: 'errorRow', id, patch }, plan);
}

export function rateLimited(hint: { retryAfter: number }, plan: FaultPlan = {}): Fault {
	const headers = { 'retry-after': String(hint.retryAfter) };
	return fault({ kind: 'errorRow', id: 'rateLimit', headers }, plan);
}

export function cutOffJson(plan: FaultPlan = {}): Fault {
	const text = '{"success":true,"data":{"markdown":"# Tide ta';
	return fault({ kind: 'raw', status: 200, contentType: 'application/json', text }, plan);
}

export function createFaultList() {
	let armed: { fault: Fault; toSkip: number; left: number }[] = [];
	return {
		add(faults: readonly Fault[]): void {
			for (const fault of faults) {
				const { skip: toSkip = 0, times = 1 } = fault;
				armed.push({ fault, toSkip, left: times === 0 ? Infinity : times });
			}
		},
		take(request: ReceivedRequest): FaultAnswer | undefined {
			for (const entry of armed) {
				if (!matches(entry.fault.when ?? {}, request)) continue;
				if (entry.toSkip > 0) {
					entry.toSkip -= 1;
					continue;
				}
				entry.left -= 1;
				armed = armed.filter(({ left }) => left > 0);
				return entry.fault.answer;
			}
			return undefined;
		},
	};
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

function contains(whole: unknown, part: unknown): boolean {
	if (Array.isArray(part) && Array.isArray(whole)) {
		return part.every((wanted) => whole.some((item) => contains(item, wanted)));
	}
	if (isRecord(part) && isRecord(whole)) {
		return Object.entries(part).every(([key, wanted]) => contains(whole[key], wanted));
	}
	return isDeepStrictEqual(whole, part);
}
