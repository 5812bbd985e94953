// A page that says no, as a failure. Specification: Metadata, `statusCode` and `error`.

import { failureOfPage, pageStatusError } from '../../../nodes/WebData/api/errors/pageError';

const page = (statusCode: unknown, error?: unknown) => ({ metadata: { statusCode, error } });

test.each([[200], [399], ['404'], [undefined], [null], [NaN]])('%j refuses nothing', (status) => {
	expect(pageStatusError(page(status, 'Not Found'))).toBeUndefined();
});

test('neither does an answer without metadata', () => {
	expect(pageStatusError({ metadata: null })).toBeUndefined();
});

test.each([
	[page(404, ' Not Found. '), 'The page answered with HTTP status 404 (Not Found)'],
	[page(403), 'The page answered with HTTP status 403'],
	[page(500, ''), 'The page answered with HTTP status 500'],
	[page(599, null), 'The page answered with HTTP status 599'],
])('is told with its status and its own words: %j', (data, message) => {
	const refusal = pageStatusError(data);
	if (refusal === undefined) throw new Error('Nothing was refused');
	expect(failureOfPage(refusal, data)).toMatchObject({
		message,
		retry: 'never',
		possiblyExecuted: true,
		facts: { statusCode: data.metadata.statusCode, page: data },
	});
});

test('is no failure of the service: it has no status of the service', () => {
	expect(failureOfPage({ status: 401 }, {})).not.toHaveProperty('httpCode');
});
