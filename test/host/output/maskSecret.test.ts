// The key of an account in what the service says: masked wherever a text repeats it, and nothing else is changed.

import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import { maskResponse, maskFailure } from '../../../nodes/WebData/host/output/maskSecret';

const key = 'wd-0123456789abcdef/+';

const failure = (rest: Partial<Failure>): Failure => ({
	errorId: 'unauthorized',
	message: 'Unauthorized: Invalid token',
	cause: 'The service does not know the key.',
	remedy: 'Set {apiKey} to a key that is valid.',
	retry: 'never',
	possiblyExecuted: false,
	httpCode: 401,
	...rest,
});

describe('a failure', () => {
	it.each([
		['as it is', key],
		['in an address', 'wd-0123456789abcdef%2F%2B'],
		['in base64', 'd2QtMDEyMzQ1Njc4OWFiY2RlZi8r'],
	])('has no key %s, in no text and at no depth', (_how, written) => {
		const told = maskFailure(
			failure({
				message: `Bad token ${written}!`,
				issues: [{ path: 'url', message: `has ${written}` }],
				facts: { answer: { tried: [`Bearer ${written}`] } },
			}),
			key,
		);
		expect(told).toEqual(
			failure({
				message: 'Bad token ***!',
				issues: [{ path: 'url', message: 'has ***' }],
				facts: { answer: { tried: ['Bearer ***'] } },
			}),
		);
	});

	it.each(['1', '0', 'a', '401', 'false', 'null', 'message', 'cause', 'row', 'never'])(
		'stays whole when the key is %s',
		(short) => {
			const told = maskFailure(failure({ facts: { credits: 401, cause: null } }), short);
			expect(told).toMatchObject({
				errorId: 'unauthorized',
				retry: 'never',
				possiblyExecuted: false,
				httpCode: 401,
				message: 'Unauthorized: Invalid token',
				facts: { credits: 401, cause: null },
			});
		},
	);

	it('has no key with half a character in it either', () => {
		const broken = 'wd-0123456789\uD800';
		expect(maskFailure(failure({ message: `Bad ${broken}` }), broken).message).toBe('Bad ***');
	});

	it('has no short key that stands alone', () => {
		expect(maskFailure(failure({ message: 'Token s3cret, s3crets' }), 's3cret').message).toBe(
			'Token ***, s3crets',
		);
	});
});

describe('an answer', () => {
	it('that repeats the key is masked in its texts and names', () => {
		const answer = { data: { markdown: `Your key is ${key}.`, [key]: 1 } };
		expect(maskResponse(answer, key)).toEqual({
			data: { markdown: 'Your key is ***.', '***': 1 },
		});
	});

	it('that does not is the same object', () => {
		const answer = { data: { markdown: 'A page about 0123456789abcdef.' } };
		expect(maskResponse(answer, key)).toBe(answer);
	});

	it('keeps words that are the key of somebody who chose badly', () => {
		const answer = { data: { markdown: 'Your password here' } };
		expect(maskResponse(answer, 'password')).toBe(answer);
	});
});
