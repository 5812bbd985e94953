// Catalog calls with the idempotency table of the specification.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AnswerError, badRequest, jsonAnswer, rowFailure, type ServiceAnswer } from '../answer';
import { type CatalogName, checkCatalogBody } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { ToolError, toolFor, type Options, type Tool } from './catalogTools';
import type { ApiRequest } from './endpoint';

const LONGEST_TIMEOUT_MS = 50_000;
const RECORD_LIFETIME_MS = 7 * 86_400_000;

interface KeyRecord {
	chargeId: string;
	parameters: unknown;
	at: number;
	/** Undefined while the service processes the request. */
	answer?: ServiceAnswer;
}

interface Call {
	provider: string;
	capability: string;
	options: Options;
}

export const newCatalogState = () => ({
	executions: new Array<Call>(),
	/** Requests by team and request ID. */
	records: new Map<string, KeyRecord>(),
});

interface CatalogRequest {
	requestId: string;
	team: string;
	calls: Call[];
	timeoutMs: number;
	/** Requests with the same `x-request-id` must have equal parameters. */
	parameters: unknown;
	hold: Promise<void>;
}

export const catalogName = ({ settings }: Pick<ServiceState, 'settings'>): CatalogName =>
	settings.publicNames ? 'alexandria' : 'catalog';

export function isCatalogBody(body: unknown, state: Pick<ServiceState, 'settings'>): boolean {
	return typeof body === 'object' && body !== null && catalogName(state) in body;
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

function checked(request: ApiRequest, requestId: string, state: ServiceState): CatalogRequest {
	const name = catalogName(state);
	const details = checkCatalogBody[name](request.body);
	if (details.length > 0) throw rowFailure('catalogBadRequest', { code: 'BAD_REQUEST', details });
	const { [name]: called, ...siblings } = request.body as Record<CatalogName, Call | Call[]>;
	const calls = [called].flat().map((call) => ({ ...call, options: call.options ?? {} }));
	if (!state.settings.catalogEnabled) throw rowFailure('catalogNotEnabled');
	const { timeout = LONGEST_TIMEOUT_MS } = siblings as { timeout?: number };
	const timeoutMs = Math.min(timeout, LONGEST_TIMEOUT_MS);
	const { team, hold } = request;
	return { requestId, team, calls, timeoutMs, parameters: { calls, ...siblings }, hold };
}

async function serveOnce(request: CatalogRequest, state: ServiceState): Promise<ServiceAnswer> {
	const { records } = state.catalog;
	const key = `${request.team} ${request.requestId}`;
	const original = records.get(key);
	const isOver = original?.answer && state.clock.now() - original.at >= RECORD_LIFETIME_MS;
	if (original && !isOver) return replayed(original, request);
	const tools = executable(request.calls, state);
	const chargeId = `charge-${randomUUID()}`;
	const record: KeyRecord = { chargeId, parameters: request.parameters, at: state.clock.now() };
	records.set(key, record);
	await request.hold;
	const results = await Promise.all(tools.map((call) => resultOf(call, request.timeoutMs, state)));
	record.answer = charged(results, state);
	return record.answer;
}

function replayed(
	{ answer, parameters, chargeId }: KeyRecord,
	request: CatalogRequest,
): ServiceAnswer {
	if (answer && !isDeepStrictEqual(parameters, request.parameters)) {
		throw rowFailure('duplicateRequest', { chargeId });
	}
	if (!answer) throw rowFailure('requestInFlight', { chargeId });
	return answer;
}

interface ToolCall {
	tool: Tool;
	options: Options;
}

function executable(calls: readonly Call[], state: ServiceState): ToolCall[] {
	const requested = calls.map(({ provider, capability, options }) => {
		const tool = toolFor(provider, capability);
		if (tool) return { tool, options };
		const error = `Unknown provider or capability: ${provider}/${capability}`;
		throw rowFailure('unknownProvider', { error });
	});
	const cost = requested.reduce((sum, { tool }) => sum + tool.creditsCost, 0);
	if (cost > Math.max(0, state.account.remaining)) throw rowFailure('insufficientCreditsScrape');
	return requested;
}

interface Result {
	provider: string;
	capability: string;
	creditsCost: number;
	data?: unknown;
	error?: { code: string; message: string; status: number };
}

function charged(results: readonly Result[], state: ServiceState): ServiceAnswer {
	const creditsCost = results.reduce((sum, result) => sum + result.creditsCost, 0);
	state.account.charge(creditsCost);
	const data = { [catalogName(state)]: results, creditsCost };
	return jsonAnswer(200, { success: true, scrape_id: randomUUID(), data });
}

async function resultOf(
	{ tool, options }: ToolCall,
	timeoutMs: number,
	state: ServiceState,
): Promise<Result> {
	const { provider, capability, creditsCost } = tool;
	try {
		const fault = tool.faultIn(options);
		if (fault) throw new ToolError('invalid_options', fault, 400);
		state.catalog.executions.push({ provider, capability, options });
		const work = Promise.resolve(tool.answer(options, state)).then((data) => ({ data }));
		const result = await state.clock.within(timeoutMs, work);
		if (!result) throw new ToolError('timeout', `No result within ${timeoutMs} ms.`, 408);
		return { provider, capability, creditsCost, ...result };
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		const { code, message, status } = error;
		return { error: { code, message, status }, provider, capability, creditsCost: 0 };
	}
}
