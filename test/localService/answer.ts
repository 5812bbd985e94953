import { errorRow } from '../spec/errorRows';

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
	const { status = 200, error, code, onlyError, extra } = errorRow(id);
	const body = onlyError ? { error } : { success: false, error, ...(code && { code }), ...extra };
	// A null value in the patch removes a field.
	const fields = Object.entries({ ...body, ...patch }).filter(([, value]) => value !== null);
	return jsonAnswer(status, Object.fromEntries(fields), headers);
}
