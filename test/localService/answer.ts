import { errorRow, type SpecErrorRow } from '../spec/errorRows';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

export interface Issue {
	path: (string | number)[];
	message: string;
	[key: string]: unknown;
}

const UNKNOWN_KEY_ERROR =
	'Unrecognized key in body -- please review the v2 API documentation for request body changes';

type Headers = Record<string, string>;
type Body = Record<string, unknown>;

export function jsonAnswer(status: number, body: unknown, headers: Headers = {}): ServiceAnswer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
		body: Buffer.from(JSON.stringify(body) ?? ''),
	};
}

export function fileAnswer(contentType: string, body: Buffer, status = 200): ServiceAnswer {
	return { status, headers: { 'content-type': contentType }, body };
}

export class AnswerError extends Error {
	constructor(readonly answer: ServiceAnswer) {
		super(`Answered with HTTP ${answer.status}`);
	}

	get body(): { code?: string; error: string } {
		return JSON.parse(this.answer.body.toString()) as { code?: string; error: string };
	}
}

export function failure(status: number, error: string, rest: Body = {}): AnswerError {
	return new AnswerError(jsonAnswer(status, { success: false, error, ...rest }));
}

/** Returns the error with this ID from the error tables of the specification. */
export function rowFailure(id: string, rest: Body = {}): AnswerError {
	return new AnswerError(rowAnswer(id, rest));
}

export function badRequest(details: Issue[]): AnswerError {
	const [first] = details;
	const text = first?.code === 'custom' ? first.message : 'Bad Request';
	const hasUnknownKey = details.some(({ code }) => code === 'unrecognized_keys');
	const error = hasUnknownKey ? UNKNOWN_KEY_ERROR : text;
	return failure(400, error, { code: 'BAD_REQUEST', details });
}

/** Throws the error response of the service if there are issues. */
export function refuse(details: Issue[]): void {
	if (details.length > 0) throw badRequest(details);
}

export function rowAnswer(id: string, patch: Body = {}, headers: Headers = {}): ServiceAnswer {
	const row = errorRow(id);
	const body = row.table === 'trace' ? traceWithError(row) : rowBody(row);
	return jsonAnswer(row.status ?? 200, mergePatch(body, patch), headers);
}

function rowBody(row: SpecErrorRow): Body {
	if (row.onlyError) return { error: row.error };
	return { success: false, error: row.error, ...(row.code && { code: row.code }), ...row.extra };
}

function traceWithError(row: SpecErrorRow): Body {
	const error = { code: row.code, source: 'agent', message: row.error };
	return {
		success: true,
		id: '0e5f5a3e-6c0c-4b43-9d0e-3f6f0f2c7a11',
		events: [{ type: 'error.occurred', error, retryable: row.code === 'internal' }],
		creditsUsed: 0,
	};
}

// Merges top-level fields as in RFC 7396. A null value removes a field.
export function mergePatch(body: Body, patch: Body): Body {
	const entries = Object.entries({ ...body, ...patch });
	return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
