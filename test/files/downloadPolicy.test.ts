// The way to a file: what is taken, followed, tried again and given up, and with which words.

import {
	afterDownloadFailure,
	firstStep,
	advance,
	nextStep,
	initialState,
	type Continuation,
	type DownloadState,
} from '../../nodes/WebData/files/downloadPolicy';
import type { TransportFailureKind } from '../../nodes/WebData/transport/http';
import { noAnswer } from '../support/scriptedTransport';

const way: DownloadState = {
	url: 'https://files.example.com/a/b?c',
	redirects: 0,
	repeats: 0,
	storedBytes: 0,
};

const briefly = (next: Continuation | { step: 'take' }): string =>
	next.step === 'giveUp' ? next.reason : next.step === 'follow' ? `follow ${next.url}` : next.step;

const answered = (status: number, headers = {}, at: Partial<DownloadState> = {}): string =>
	briefly(nextStep({ status, headers }, { ...way, ...at }));

const broken = (
	failure: TransportFailureKind,
	at: Partial<DownloadState> = {},
	detail = '',
): string => briefly(afterDownloadFailure(noAnswer(failure, true, detail), { ...way, ...at }));

describe('a link', () => {
	it.each<readonly [string, string]>([
		['https://files.example.com/a', 'follow https://files.example.com/a'],
		['http://files.example.com/a', 'follow http://files.example.com/a'],
		...['file:///etc/passwd', 'ftp://files.example.com/a', 'data:,x', '/files/a', '', 'JVBER'].map(
			(url) => [url, 'its link is not an http:// or https:// address'] as const,
		),
	])('%j: %s', (url, step) => {
		expect(briefly(firstStep(url))).toBe(step);
	});

	it('is asked for before anything was followed', () => {
		const first = firstStep(way.url);
		if (first.step !== 'follow') throw new Error(first.step);
		expect(advance(initialState(way.url), first)).toEqual(way);
	});
});

describe('an answer', () => {
	it.each([200, 201, 206])('of status %i is taken', (status) => {
		expect(answered(status)).toBe('take');
	});

	it.each<[string, string]>([
		['https://cdn.example.com/x', 'follow https://cdn.example.com/x'],
		['/x', 'follow https://files.example.com/x'],
		['x?y', 'follow https://files.example.com/a/x?y'],
		['//cdn.example.com/x', 'follow https://cdn.example.com/x'],
		['http://cdn.example.com/x', 'follow http://cdn.example.com/x'],
		['file:///etc/passwd', 'its link leads to an address that is not http:// or https://'],
		['https://', 'its server leads to another address and does not say which'],
	])('that leads to %s: %s', (location, step) => {
		for (const status of [301, 302, 303, 307, 308]) {
			expect(answered(status, { location })).toBe(step);
		}
	});

	it.each<[number, Record<string, string>, Partial<DownloadState>, string]>([
		[302, {}, {}, 'its server leads to another address and does not say which'],
		[302, { location: '/x' }, { redirects: 4 }, 'follow https://files.example.com/x'],
		[302, { location: '/x' }, { redirects: 5 }, 'its link leads on more than 5 times'],
		[304, {}, {}, 'its server answered with HTTP status 304'],
		[
			401,
			{},
			{},
			'its server answered with HTTP status 401, the link does not work without a login',
		],
		[
			403,
			{},
			{},
			'its server answered with HTTP status 403, the link has expired or is not allowed',
		],
		[404, {}, {}, 'its server answered with HTTP status 404, the link is dead'],
		[410, {}, {}, 'its server answered with HTTP status 410, the link is dead'],
		[429, {}, {}, 'its server answered with HTTP status 429'],
		[500, {}, {}, 'again'],
		[503, {}, {}, 'again'],
		[503, {}, { repeats: 1 }, 'its server answered with HTTP status 503'],
	])('of status %i with %j after %j: %s', (status, headers, at, step) => {
		expect(answered(status, headers, at)).toBe(step);
	});
});

describe('no answer', () => {
	it.each<[TransportFailureKind, Partial<DownloadState>, string]>([
		['closed', {}, 'again'],
		['truncated', {}, 'again'],
		['closed', { repeats: 1 }, 'its server closed the connection'],
		['truncated', { storedBytes: 1 }, 'the connection broke before its end'],
		['refused', {}, 'its server refused the connection'],
		['dns', {}, 'its host name has no address'],
		['headTimeout', {}, 'its server did not answer in time'],
		['bodyTimeout', {}, 'it stood still on its way'],
		['tooLarge', {}, 'it is larger than {maxFileSize}'],
		['decodeFailed', {}, 'it is not compressed in the way that its server says'],
		['aborted', {}, 'the execution was ended'],
		['blocked', {}, 'this n8n does not allow the address'],
	])('%s after %j: %s', (failure, at, step) => {
		expect(broken(failure, at)).toBe(step);
	});

	it('because of a rule says who can change it', () => {
		expect(broken('blocked', {}, 'Ask the administrator.')).toBe('Ask the administrator');
	});
});

test('the way remembers what was followed and repeated', () => {
	const followed = advance(way, { step: 'follow', url: 'https://cdn.example.com/x' });
	expect(advance(followed, { step: 'again' })).toEqual({
		url: 'https://cdn.example.com/x',
		redirects: 1,
		repeats: 1,
		storedBytes: 0,
	});
});
