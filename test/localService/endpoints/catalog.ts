import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AnswerError, badRequest, jsonAnswer, rowFailure, type ServiceAnswer } from '../answer';
import type { KeyRecord } from '../catalog/catalogMemory';
import { runCalls, type ToolCall } from '../catalog/runCalls';
import type { Options } from '../catalog/tool';
import { toolFor } from '../catalog/tools';
import { checkCatalogBody } from '../schemas/scrape';
import type { ServiceState } from '../state';
import type { ApiRequest } from './endpoint';

// The public service rejects a catalog request if the total size of its calls exceeds 256 KiB.
const MAX_CALLS_BYTES = 256 * 1024;
const LONGEST_TIMEOUT_MS = 50_000;

interface Call {
	provider: string;
	capability: string;
	options: Options;
}

interface CatalogCalls {
	requestId: string;
	team: string;
	calls: Call[];
	timeoutMs: number;
	/** Requests with the same `x-request-id` must have equal parameters. */
	parameters: unknown;
	hold: Promise<void>;
}

export function isCatalogBody(body: unknown): boolean {
	return typeof body === 'object' && body !== null && 'catalog' in body;
}

export async function serveCatalog(
	request: ApiRequest,
	state: ServiceState,
): Promise<ServiceAnswer> {
	const requestId = requestIdOf(request.headers);
	const echoed = (answer: ServiceAnswer): ServiceAnswer => ({
		...answer,
		headers: { ...answer.headers, 'x-request-id': requestId },
	});
	try {
		return echoed(await serveOnce(checked(request, requestId, state), state));
	} catch (error) {
		throw error instanceof AnswerError ? new AnswerError(echoed(error.answer)) : error;
	}
}

function requestIdOf(headers: Record<string, string>): string {
	const requestId = headers['x-request-id'] ?? randomUUID();
	if (/^[A-Za-z0-9._:-]{1,128}$/.test(requestId)) return requestId;
	const message = 'must be 1 to 128 characters of letters, digits, ".", "_", ":", and "-"';
	throw badRequest([{ path: ['x-request-id'], message }]);
}

interface CatalogBody {
	catalog: Partial<Call> | Partial<Call>[];
	timeout?: number;
	origin?: string;
	integration?: string;
}

function checked(request: ApiRequest, requestId: string, state: ServiceState): CatalogCalls {
	const details = checkCatalogBody(request.body);
	if (details.length > 0) throw rowFailure('catalogBadRequest', { code: 'BAD_REQUEST', details });
	const { catalog, ...siblings } = request.body as CatalogBody;
	const calls = [catalog].flat().map((call) => ({ options: {}, ...call }) as Call);
	const size = Buffer.byteLength(JSON.stringify(calls));
	if (size > MAX_CALLS_BYTES) throw rowFailure('payloadTooLarge');
	const { catalogEnabled, forcedZeroDataRetention } = state.settings;
	if (!catalogEnabled || forcedZeroDataRetention) throw rowFailure('catalogNotEnabled');
	const timeoutMs = Math.min(siblings.timeout ?? LONGEST_TIMEOUT_MS, LONGEST_TIMEOUT_MS);
	const { team, hold } = request;
	return { requestId, team, calls, timeoutMs, parameters: { calls, ...siblings }, hold };
}

async function serveOnce(request: CatalogCalls, state: ServiceState): Promise<ServiceAnswer> {
	const original = state.catalog.find(request.team, request.requestId);
	if (original) return replayed(original, request, state);
	const calls = executable(request.calls, state);
	const record = state.catalog.claim(request.team, request.requestId, request.parameters);
	const answer = await executed(calls, record, request, state);
	if (state.catalog.takeUnresolved(request.requestId, false)) throw unresolved(record);
	return answer;
}

function replayed(original: KeyRecord, request: CatalogCalls, state: ServiceState): ServiceAnswer {
	const { answer, parameters, chargeId } = original;
	if (answer && !isDeepStrictEqual(parameters, request.parameters)) {
		throw rowFailure('duplicateRequest', { chargeId });
	}
	if (state.catalog.takeUnresolved(request.requestId, true)) throw unresolved(original);
	if (!answer) throw rowFailure('requestInFlight', { chargeId });
	return answer;
}

function unresolved({ chargeId }: KeyRecord): AnswerError {
	return rowFailure('requestUnresolved', { chargeId });
}

function unknownTool({ provider, capability }: Call): AnswerError {
	const error = `Unknown provider or capability: ${provider}/${capability}`;
	return rowFailure('unknownProvider', { error });
}

function executable(calls: readonly Call[], state: ServiceState): ToolCall[] {
	const requested = calls.map((call) => {
		const tool = toolFor(call.provider, call.capability);
		if (!tool) throw unknownTool(call);
		return { tool, options: call.options };
	});
	const closed = requested.find(
		({ tool }) => tool.needsTerms && state.settings.terms !== 'accepted',
	);
	if (closed) throw termsRequired(closed.tool.provider, state);
	const cost = requested.reduce((sum, { tool }) => sum + tool.creditsCost, 0);
	if (cost > Math.max(0, state.account.remainingCredits())) throw rowFailure('insufficientCredits');
	return requested;
}

function termsRequired(provider: string, state: ServiceState): AnswerError {
	const url = `${state.url}/terms/${provider}`;
	const action = { type: 'accept_terms', terms: provider, version: '2026-06', url };
	const requiresAction = state.settings.terms === 'object' ? action : true;
	return rowFailure('thirdPartyTermsRequired', { requiresAction });
}

async function executed(
	calls: readonly ToolCall[],
	record: KeyRecord,
	request: CatalogCalls,
	state: ServiceState,
): Promise<ServiceAnswer> {
	try {
		await request.hold;
		const results = await runCalls(calls, request, state);
		if (state.catalog.find(request.team, request.requestId) !== record)
			throw rowFailure('unknownError');
		const creditsCost = results.reduce((sum, result) => sum + result.creditsCost, 0);
		state.account.charge(creditsCost);
		const name = state.settings.publicNames ? 'alexandria' : 'catalog';
		const data = { [name]: results, creditsCost };
		record.answer = jsonAnswer(200, { success: true, scrape_id: record.scrapeId, data });
		return record.answer;
	} catch (error) {
		state.catalog.release(record);
		throw error;
	}
}
