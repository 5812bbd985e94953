import type { ResponseDefect } from '../../http/response';
import { withIds, type ErrorRow } from '../errorRow';

type ResponseRow = Omit<ErrorRow, 'id' | 'possiblyExecuted'>;

const notThisService = {
	cause: 'Another server responds at {baseUrl}, or a proxy changed the response.',
	remedy: 'Check that {baseUrl} is the address of the API, not of a website or dashboard.',
	retry: 'never',
} as const;

const incomplete = {
	cause:
		'The response from the service or a proxy ended early, although the connection was intact.',
	remedy:
		'Run the workflow again. If the error persists, contact the operator of the service or its proxy.',
	// The specification has no retry rule for unreadable 2xx responses.
	retry: 'ifFree',
} as const;

export const responseRows = withIds<ResponseDefect, ResponseRow>({
	html: { message: 'The service returned HTML instead of JSON', ...notThisService },
	notJson: { message: 'The response is not JSON', ...notThisService },
	cutOffJson: { message: 'The JSON response is incomplete', ...incomplete },
	empty: { message: 'The response is empty', ...incomplete },
	nothing: { message: 'The response is null instead of an object', ...notThisService },
	array: { message: 'The response is a list instead of an object', ...notThisService },
	scalar: { message: 'The response is a single value instead of an object', ...notThisService },
	noData: { message: 'The response contains no data', ...notThisService },
	tooComplex: {
		message: 'Response too complex',
		cause:
			'The JSON response contains more than 1,000,000 values or more than 4,000 nested levels, which would block n8n.',
		remedy: 'Request less data. Remove entries from {formats}.',
		retry: 'never',
	},
});
