import type { ErrorRowId } from '../spec/errorRows';

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

function raw(text: string, contentType: string, plan: FaultPlan): Fault {
	return { ...plan, answer: { kind: 'raw', status: 200, contentType, text } };
}

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

export function rateLimited(
	hint: { retryAfter?: number | string | Date } = {},
	plan: FaultPlan = {},
): Fault {
	const { retryAfter } = hint;
	const value = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter;
	const headers: Record<string, string> =
		value === undefined ? {} : { 'retry-after': String(value) };
	return fault({ kind: 'errorRow', id: 'rateLimitExceeded', headers }, plan);
}

export function concurrencyLimit(limit: number, plan: FaultPlan = {}): Fault {
	const when = { ...plan.when, inFlightAbove: limit };
	return errorRowFault('concurrencyLimitReached', { times: 0, ...plan, when });
}

export function cutOffJson(plan: FaultPlan = {}): Fault {
	return raw('{"success":true,"data":{"markdown":"# Tide ta', 'application/json', plan);
}
