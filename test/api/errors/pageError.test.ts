import { failureOfPage, pageStatusError } from '../../../nodes/WebData/api/errors/pageError';

const page = (statusCode: unknown, error?: unknown) => ({ metadata: { statusCode, error } });

test.each([[200], [399], ['404'], [undefined], [null], [NaN]])(
	'pageStatusError ignores the status %j',
	(status) => {
		expect(pageStatusError(page(status, 'Not Found'))).toBeUndefined();
	},
);

test('pageStatusError ignores a page without metadata', () => {
	expect(pageStatusError({ metadata: null })).toBeUndefined();
});

test.each([
	[page(404, ' Not Found. '), 'The page returned HTTP status 404 (Not Found)'],
	[page(403), 'The page returned HTTP status 403'],
	[page(500, ''), 'The page returned HTTP status 500'],
	[page(599, null), 'The page returned HTTP status 599'],
])('failureOfPage states the status and text of %j', (data, message) => {
	const pageError = pageStatusError(data);
	if (pageError === undefined) throw new Error('No error status');
	expect(failureOfPage(pageError, data)).toMatchObject({
		message,
		retry: 'never',
		possiblyExecuted: true,
		facts: { statusCode: data.metadata.statusCode, page: data },
	});
});

test('failureOfPage does not set the HTTP status of the service', () => {
	expect(failureOfPage({ status: 401 }, {})).not.toHaveProperty('httpCode');
});

test.each([594, 595])(
	'failureOfPage explains %i as the status of the service for an unreachable site',
	(status) => {
		expect(failureOfPage({ status, text: 'Site unreachable' }, {})).toMatchObject({
			errorId: 'pageUnreachable',
			message: 'The service could not reach the site',
		});
	},
);
