import { AnswerError } from '../answer';
import type { ServiceState } from '../state';
import { ToolError, type Options, type Tool } from './tool';

export interface ToolCall {
	tool: Tool;
	options: Options;
}

export interface ToolResult {
	provider: string;
	capability: string;
	creditsCost: number;
	data?: unknown;
	records?: number;
	error?: { code: string; message: string; status: number };
}

export interface Caller {
	requestId: string;
	team: string;
	timeoutMs: number;
}

export async function runCalls(
	calls: readonly ToolCall[],
	caller: Caller,
	state: ServiceState,
): Promise<ToolResult[]> {
	return await Promise.all(calls.map((call) => runCall(call, caller, state)));
}

async function runCall(call: ToolCall, caller: Caller, state: ServiceState): Promise<ToolResult> {
	const { provider, capability, creditsCost } = call.tool;
	try {
		const result = await execute(call, caller, state);
		return { provider, capability, creditsCost, ...result };
	} catch (error) {
		return { error: callError(error), provider, capability, creditsCost: 0 };
	}
}

async function execute(
	{ tool, options }: ToolCall,
	{ requestId, team, timeoutMs }: Caller,
	state: ServiceState,
): Promise<{ data: unknown; records?: number }> {
	const fault = tool.faultIn(options);
	if (fault) throw new ToolError('invalid_options', fault, 400);
	const { provider, capability } = tool;
	const at = state.clock.now();
	state.catalog.executions.push({ provider, capability, options, requestId, team, at });
	const result = await state.clock.within(timeoutMs, tool.run(options, state));
	if (!result) throw new ToolError('timeout', `No result within ${timeoutMs} ms.`, 408);
	return result;
}

function callError(error: unknown): ToolResult['error'] {
	if (error instanceof ToolError) {
		const { code, message, status } = error;
		return { code, message, status };
	}
	if (!(error instanceof AnswerError)) throw error;
	const { status, body } = error.answer;
	const { code, error: message } = JSON.parse(body.toString()) as Record<string, string>;
	return { code: code ?? 'upstream_failed', message: message ?? '', status };
}
