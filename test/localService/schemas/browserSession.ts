// The service ignores unknown keys in the request bodies of browser sessions.
import { flag, integer, integration, oneOfWords, text, textOf } from './parts';
import { compileCheck } from './validate';

export interface SessionBody {
	ttl?: number;
	activityTtl?: number;
	streamWebView?: boolean;
	profile?: { name: string; saveChanges?: boolean };
}

export interface CodeBody {
	code: string;
	language?: 'node' | 'python' | 'bash';
	timeout?: number;
}

export const checkSessionBody = compileCheck({
	type: 'object',
	properties: {
		ttl: integer(30, 3600),
		activityTtl: integer(10, 3600),
		streamWebView: flag,
		recordSession: flag,
		profile: {
			type: 'object',
			properties: { name: textOf(1, 128), saveChanges: flag },
			required: ['name'],
		},
		integration,
	},
});

export const checkCodeBody = compileCheck({
	type: 'object',
	properties: {
		code: textOf(1, 100_000),
		language: oneOfWords('node', 'python', 'bash'),
		timeout: integer(1, 300),
		origin: text,
	},
	required: ['code'],
});
