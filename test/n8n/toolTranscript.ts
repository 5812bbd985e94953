import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelRequest, Message } from './modelServer';
import { repositoryRoot } from './places';

export const transcriptFile = join(repositoryRoot, 'build', 'ai-tools.md');

export interface Conversation {
	title: string;
	/** Each request to the model contains the whole conversation so far. */
	modelRequests: ModelRequest[];
	answer: string;
}

export function writeTranscript(conversations: readonly Conversation[]): void {
	mkdirSync(dirname(transcriptFile), { recursive: true });
	writeFileSync(transcriptFile, conversations.map(transcriptText).join('\n'));
}

function transcriptText({ title, modelRequests, answer }: Conversation): string {
	const last = modelRequests.at(-1);
	const lines = [
		`## ${title}`,
		...(last?.tools ?? []).map(
			({ name, description, parameters }) =>
				`tool ${name}: ${description}\n     ${JSON.stringify(parameters)}`,
		),
		...(last?.messages ?? []).map(lineOf),
		`model: ${answer}`,
	];
	return `${lines.join('\n\n')}\n`;
}

function lineOf(message: Message): string {
	if (message.role === 'call') {
		return `model calls ${message.toolCall.tool} ${JSON.stringify(message.toolCall.args)}`;
	}
	if (message.role === 'result') {
		return `tool returns ${message.text.length} characters: ${message.text}`;
	}
	return `${message.role}: ${message.text}`;
}
