// The service ignores unknown keys in the body of POST /v2/scrape/{scrapeId}/interact.
import { integer, integration, oneOfWords, text, textOf } from './parts';
import { compileCheck } from './validate';

export interface InteractBody {
	prompt?: string;
	code?: string;
	language?: 'node' | 'python' | 'bash';
	existingSessionId?: string;
}

export const checkInteractBody = compileCheck({
	type: 'object',
	properties: {
		prompt: textOf(1, 10_000),
		code: textOf(1, 100_000),
		language: oneOfWords('node', 'python', 'bash'),
		timeout: integer(1, 300),
		origin: text,
		integration,
		existingSessionId: text,
	},
});
