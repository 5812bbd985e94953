// A scripted language model with two OpenAI interfaces: the Chat Completions API and the Responses API.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonRecord } from './execution';

export const MODEL = 'scripted-model';

export interface ModelTool {
	name: string;
	description: string;
	parameters: JsonRecord;
}

export interface ModelToolCall {
	id: string;
	tool: string;
	args: JsonRecord;
}

export type Message =
	| { role: 'system' | 'user' | 'assistant'; text: string }
	| { role: 'call'; toolCall: ModelToolCall }
	| { role: 'result'; id: string; text: string };

export interface ModelRequest {
	path: string;
	messages: Message[];
	tools: ModelTool[];
}

export type ModelTurn = { say: string } | { call: Omit<ModelToolCall, 'id'>[] };

/** A list of turns. A turn can be a function of the request, for example, to use an ID that a tool returned. */
export type ModelScript = (ModelTurn | ((modelRequests: ModelRequest) => ModelTurn))[];

export interface ModelServer {
	url: string;
	/** Sets the script for the next responses. Returns a list to which the server adds each new request. */
	follow: (script: ModelScript) => ModelRequest[];
	close: () => Promise<void>;
}

export const say = (text: string): ModelTurn => ({ say: text });

export const call = (tool: string, args: JsonRecord): ModelTurn => ({ call: [{ tool, args }] });

export const resultsIn = ({ messages }: ModelRequest): string[] =>
	messages.flatMap((message) => (message.role === 'result' ? [message.text] : []));

export async function startModelServer(): Promise<ModelServer> {
	let script: ModelScript = [];
	let modelRequests: ModelRequest[] = [];
	const answer = async (request: IncomingMessage): Promise<JsonRecord> => {
		const dialect = dialects[request.url ?? ''];
		if (!dialect) throw new Error(`The model has no ${request.url}`);
		const body = JSON.parse(await textOf(request)) as JsonRecord;
		const heard = dialect.hear(body);
		const number = modelRequests.push({ path: String(request.url), ...heard });
		const next = script[number - 1];
		if (next === undefined) throw new Error(`The script has no turn ${number}`);
		const turn = typeof next === 'function' ? next({ path: '', ...heard }) : next;
		return dialect.speak(turn, number);
	};
	const server = createServer((request, response) => {
		answer(request).then(
			(body) => send(response, 200, body),
			// The client does not retry a request after status code 400.
			(error: unknown) => send(response, 400, { error: { message: String(error) } }),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		follow: (turns) => {
			script = turns;
			modelRequests = [];
			return modelRequests;
		},
		close: () => closed(server),
	};
}

interface Dialect {
	hear: (body: JsonRecord) => Omit<ModelRequest, 'path'>;
	speak: (turn: ModelTurn, number: number) => JsonRecord;
}

interface Named {
	name: string;
	description?: string;
	parameters?: JsonRecord;
}

const toolOf = ({ name, description = '', parameters = {} }: Named): ModelTool => ({
	name,
	description,
	parameters,
});

const listOf = (value: unknown): JsonRecord[] =>
	Array.isArray(value) ? (value as JsonRecord[]) : [];

const textIn = (content: unknown): string =>
	typeof content === 'string'
		? content
		: listOf(content)
				.map(({ text }) => String(text))
				.join('');

const roleOf = (role: unknown): 'system' | 'user' | 'assistant' =>
	role === 'user' || role === 'assistant' ? role : 'system';

const callId = (number: number, index: number): string => `call_${number}_${index + 1}`;

const chat: Dialect = {
	hear: ({ messages, tools }) => ({
		messages: listOf(messages).flatMap(heardInChat),
		tools: listOf(tools).map((tool) => toolOf(tool.function as Named)),
	}),
	speak: (turn, number) => ({
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: 0,
		model: MODEL,
		choices: [
			{
				index: 0,
				finish_reason: 'say' in turn ? 'stop' : 'tool_calls',
				message:
					'say' in turn
						? { role: 'assistant', content: turn.say }
						: {
								role: 'assistant',
								content: null,
								tool_calls: turn.call.map(({ tool, args }, index) => ({
									id: callId(number, index),
									type: 'function',
									function: { name: tool, arguments: JSON.stringify(args) },
								})),
							},
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	}),
};

function heardInChat(message: JsonRecord): Message[] {
	if (message.role === 'tool') {
		return [{ role: 'result', id: String(message.tool_call_id), text: textIn(message.content) }];
	}
	const calls = listOf(message.tool_calls).map(({ id, function: called }): Message => {
		const { name, arguments: args } = called as { name: string; arguments: string };
		return {
			role: 'call',
			toolCall: { id: String(id), tool: name, args: JSON.parse(args) as JsonRecord },
		};
	});
	if (calls.length > 0) return calls;
	return [{ role: roleOf(message.role), text: textIn(message.content) }];
}

const responses: Dialect = {
	hear: ({ input, tools }) => ({
		messages: listOf(input).map(heardInResponses),
		tools: listOf(tools).map((tool) => toolOf(tool as unknown as Named)),
	}),
	speak: (turn, number) => ({
		id: `resp_${number}`,
		object: 'response',
		created_at: 0,
		status: 'completed',
		model: MODEL,
		error: null,
		incomplete_details: null,
		parallel_tool_calls: true,
		output:
			'say' in turn
				? [
						{
							type: 'message',
							id: `msg_${number}`,
							role: 'assistant',
							status: 'completed',
							content: [{ type: 'output_text', text: turn.say, annotations: [] }],
						},
					]
				: turn.call.map(({ tool, args }, index) => ({
						type: 'function_call',
						id: `fc_${number}_${index + 1}`,
						call_id: callId(number, index),
						name: tool,
						arguments: JSON.stringify(args),
						status: 'completed',
					})),
		usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
	}),
};

function heardInResponses(item: JsonRecord): Message {
	if (item.type === 'function_call_output') {
		return { role: 'result', id: String(item.call_id), text: textIn(item.output) };
	}
	if (item.type === 'function_call') {
		const args = JSON.parse(String(item.arguments)) as JsonRecord;
		return {
			role: 'call',
			toolCall: { id: String(item.call_id), tool: String(item.name), args },
		};
	}
	return { role: roleOf(item.role), text: textIn(item.content) };
}

const dialects: Record<string, Dialect> = {
	'/v1/chat/completions': chat,
	'/v1/responses': responses,
};

async function textOf(request: IncomingMessage): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece as Buffer);
	return Buffer.concat(pieces).toString();
}

function send(response: ServerResponse, status: number, body: JsonRecord): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

function closed(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(() => resolve()));
}
