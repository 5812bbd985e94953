import type { FilePart } from '../../transport/http';
import type { Failure } from '../errors/failure';
import { callApi, type CallResult, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

export type ParsedFile = { file: string } & ({ answer: JsonObject } | { failure: Failure });

const outcomeOf = ({ fileName }: FilePart, result: CallResult): ParsedFile =>
	result.ok
		? { file: fileName, answer: result.answer }
		: { file: fileName, failure: result.failure };

function combine(files: readonly FilePart[], results: readonly CallResult[]): CallResult {
	const attempts = results.reduce((sum, result) => sum + result.attempts, 0);
	const waits = results.flatMap((result) => result.waits);
	const aborted = results.find((result) => !result.ok && result.stopReason === 'aborted');
	if (aborted !== undefined) return { ...aborted, attempts, waits };
	const parsed = results.flatMap((result, index) => {
		const file = files[index];
		return file === undefined ? [] : [outcomeOf(file, result)];
	});
	return { ok: true, answer: { parsed }, attempts, waits };
}

/** Sends a separate request for each file. For several files, `parsed` contains the results in order. */
export async function parseFiles(request: ApiRequest, session: Session): Promise<CallResult> {
	const { files = [] } = request;
	if (files.length === 1) return await callApi(request, session);
	const send = (file: FilePart): Promise<CallResult> => {
		const single = { ...request, files: [file] };
		const work = () => callApi(single, session);
		return session.creditGuard?.reserve(single, work) ?? work();
	};
	return combine(files, await Promise.all(files.map(send)));
}
