import {
	type DownloadState,
	firstStep,
	type NextStep,
	stepAfterFailure,
	stepAfterResponse,
} from '../../nodes/WebData/files/downloadPolicy';
import type { TransportFailureKind } from '../../nodes/WebData/transport/http';
import { noAnswer } from '../support/scriptedTransport';

const url = 'https://files.example.com/a/b?c';
const first: DownloadState = { url, redirects: 0, retries: 0 };

const summary = (next: NextStep, { redirects, retries }: DownloadState): string => {
	if ('reason' in next) return next.reason;
	const redirected = next.redirects > redirects ? [`redirect to ${next.url}`] : [];
	return [...redirected, ...(next.retries > retries ? ['retry'] : [])].join();
};

const afterResponse = (
	status: number,
	headers: Record<string, string> = {},
	given: Partial<DownloadState> = {},
): string => {
	const state = { ...first, ...given };
	return summary(stepAfterResponse({ status, headers }, state), state);
};

const afterFailure = (
	failure: TransportFailureKind,
	{ retries = 0, storedBytes = 0, detail = '' } = {},
): string => {
	const state = { ...first, retries };
	return summary(stepAfterFailure(noAnswer(failure, true, detail), state, storedBytes), state);
};

describe('firstStep', () => {
	it.each(['https://files.example.com/a', 'http://files.example.com/a'])('accepts %s', (url) => {
		expect(firstStep(url)).toEqual({ ...first, url });
	});

	it.each(['file:///etc/passwd', 'ftp://files.example.com/a', 'data:,x', '/files/a', '', 'JVBER'])(
		'refuses %j',
		(url) => {
			const reason = 'the link is not an http:// or https:// address';
			expect(firstStep(url)).toEqual({ reason });
		},
	);
});

describe('stepAfterResponse', () => {
	it.each<[string, string]>([
		['https://cdn.example.com/x', 'redirect to https://cdn.example.com/x'],
		['/x', 'redirect to https://files.example.com/x'],
		['//cdn.example.com/x', 'redirect to https://cdn.example.com/x'],
		['file:///etc/passwd', 'the link redirects to an address that is not http:// or https://'],
		['https://', 'the server redirects without a valid address'],
	])('for a redirect to %s returns: %s', (location, expected) => {
		for (const status of [301, 302, 303, 307, 308]) {
			expect(afterResponse(status, { location })).toBe(expected);
		}
	});

	it.each<[number, Record<string, string>, Partial<DownloadState>, string]>([
		[302, {}, {}, 'the server redirects without a valid address'],
		[302, { location: '/x' }, { redirects: 4 }, 'redirect to https://files.example.com/x'],
		[302, { location: '/x' }, { redirects: 5 }, 'the link redirects more than 5 times'],
		[401, {}, {}, 'the server returned HTTP status 401 (the link requires a login)'],
		[
			403,
			{},
			{},
			'the server returned HTTP status 403 (the link has expired, or access is denied)',
		],
		[500, {}, {}, 'retry'],
		[503, {}, { retries: 1 }, 'the server returned HTTP status 503'],
	])('for status %i with %j after %j returns: %s', (status, headers, state, expected) => {
		expect(afterResponse(status, headers, state)).toBe(expected);
	});
});

it.each<[TransportFailureKind, { retries?: number; storedBytes?: number }, string]>([
	['truncated', { storedBytes: 1 }, 'the connection was closed before the file was complete'],
	['headTimeout', {}, 'the server did not respond in time'],
	['aborted', {}, 'the execution was stopped'],
	['blocked', {}, 'this n8n instance does not allow requests to the address of the link'],
])('stepAfterFailure for %s with %j returns: %s', (failure, state, expected) => {
	expect(afterFailure(failure, state)).toBe(expected);
});

test('stepAfterResponse counts redirects and retries', () => {
	const retried = stepAfterResponse({ status: 500, headers: {} }, first) as DownloadState;
	const headers = { location: 'https://cdn.example.com/x' };
	expect(stepAfterResponse({ status: 302, headers }, retried)).toEqual({
		url: 'https://cdn.example.com/x',
		redirects: 1,
		retries: 1,
	});
});
