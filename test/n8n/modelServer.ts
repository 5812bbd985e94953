// A scripted language model with the interface of OpenAI's Chat Completions API.

import type { JsonRecord } from './execution';
import { startJsonServer } from './jsonServer';

export const MODEL = 'scripted-model';

export interface ModelRequest {
	tools: { name: string; description: string; parameters: JsonRecord }[];
	/** Results of the tool calls so far. */
	results: string[];
}

export type ModelTurn = { say: string } | { call: { tool: string; args: JsonRecord }[] };

/** A list of turns. A turn can be a function of the request, for example, to use an ID that a tool returned. */
export type ModelScript = (ModelTurn | ((request: ModelRequest) => ModelTurn))[];

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

export const say = (text: string): ModelTurn => ({ say: text });

export const call = (tool: string, args: JsonRecord): ModelTurn => ({ call: [{ tool, args }] });

export async function startModelServer() {
	let script: ModelScript = [];
	let requests: ModelRequest[] = [];
	const server = await startJsonServer((body) => {
		requests.push(requestOf(body));
		return answer(body, script, requests.length);
	});
	/** Sets the script for the next responses. Returns a list to which the server adds each new request. */
	const follow = (turns: ModelScript): ModelRequest[] => {
		script = turns;
		return (requests = []);
	};
	return { ...server, url: `${server.url}/v1`, follow };
}

/** Responds with a turn of the script. By default, each earlier turn has added one message. */
export function answer(
	body: JsonRecord,
	script: ModelScript,
	number = (body.messages as JsonRecord[]).filter(({ role }) => role === 'assistant').length + 1,
): JsonRecord {
	const turn = script[number - 1];
	if (turn === undefined) throw new Error(`The script has no turn ${number}`);
	return completion(typeof turn === 'function' ? turn(requestOf(body)) : turn, number);
}

const requestOf = ({ messages, tools = [] }: JsonRecord): ModelRequest => ({
	tools: (tools as { function: ModelRequest['tools'][number] }[]).map((tool) => tool.function),
	results: (messages as JsonRecord[])
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content)),
});

const messageOf = (turn: ModelTurn, number: number): JsonRecord =>
	'say' in turn
		? { role: 'assistant', content: turn.say }
		: {
				role: 'assistant',
				content: null,
				tool_calls: turn.call.map(({ tool, args }, index) => ({
					id: `call_${number}_${index + 1}`,
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(args) },
				})),
			};

const completion = (turn: ModelTurn, number: number): JsonRecord => ({
	id: `chatcmpl-${number}`,
	object: 'chat.completion',
	created: 0,
	model: MODEL,
	choices: [
		{
			index: 0,
			finish_reason: 'say' in turn ? 'stop' : 'tool_calls',
			message: messageOf(turn, number),
		},
	],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
