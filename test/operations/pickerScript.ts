import type { ErrorId } from '../../nodes/WebData/api/errors/errorId';
import type { Failure } from '../../nodes/WebData/api/errors/failure';
import type { ApiRequest } from '../../nodes/WebData/api/http/request';
import type { JsonObject } from '../../nodes/WebData/api/http/response';
import type {
	PickerContext,
	PickerResponse,
} from '../../nodes/WebData/operations/common/editorLists';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const MINUTE = 60_000;

export interface ScriptedSession extends PickerContext {
	requests: ApiRequest[];
}

export function script(
	form: Record<string, string>,
	...responses: PickerResponse[]
): ScriptedSession {
	const requests: ApiRequest[] = [];
	return {
		requests,
		now: NOW,
		textIn: (field) => form[field] ?? '',
		ask: async (request) => {
			const response = responses[requests.push(request) - 1];
			if (response === undefined) throw new Error('The script has no such request');
			return await Promise.resolve(response);
		},
	};
}

export const responds = (answer: JsonObject): PickerResponse => ({ answer });

export const fails = (errorId: ErrorId): { failure: Failure } => ({
	failure: {
		errorId,
		message: errorId,
		cause: '',
		remedy: '',
		retry: 'never',
		possiblyExecuted: false,
	},
});
