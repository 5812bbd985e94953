import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import { maskResponse, maskFailure } from '../../../nodes/WebData/api/http/maskSecret';

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

describe('maskFailure', () => {
	it.each([
		['plain', key],
		['percent-encoded', 'wd-0123456789abcdef%2F%2B'],
		['in Base64', 'd2QtMDEyMzQ1Njc4OWFiY2RlZi8r'],
		['in hex', '77642d303132333435363738396162636465662f2b'],
		['in upper-case hex', '77642D303132333435363738396162636465662F2B'],
	])('masks a key %s, in every text and at every depth', (_how, form) => {
		const masked = maskFailure(
			failure({
				message: `Bad token ${form}!`,
				issues: [{ path: `headers.${form}`, message: `has ${form}` }],
				facts: { answer: { tried: [`Bearer ${form}`] } },
			}),
			key,
		);
		expect(masked).toEqual(
			failure({
				message: 'Bad token ***!',
				issues: [{ path: 'headers.***', message: 'has ***' }],
				facts: { answer: { tried: ['Bearer ***'] } },
			}),
		);
	});

	it.each(['', 'u', 'us', 'use', 'user'])('masks a key in Base64 of "%s:key"', (user) => {
		const secret = 'wd-??>>~~0123456789';
		const pair = Buffer.from(`${user}:${secret}`);
		for (const encoding of ['base64', 'base64url'] as const) {
			const { message } = maskFailure(
				failure({ message: `Basic ${pair.toString(encoding)} is wrong` }),
				secret,
			);
			const core = pair.toString(encoding).slice(8, -4);
			expect(message).not.toContain(core);
			expect(message).toMatch(/^Basic .*\*\*\*.* is wrong$/);
		}
	});

	it.each(['12345678', 'wd-s3cret-key'])(
		'masks the key %s in field names from the service',
		(short) => {
			const masked = maskFailure(
				failure({ facts: { answer: { [short]: { [`x-${short}`]: 1 } } } }),
				short,
			);
			expect(masked.facts).toEqual({ answer: { '***': { 'x-***': 1 } } });
		},
	);

	it.each(['1', '0', 'a', '401', 'false', 'null', 'message', 'cause', 'row', 'never'])(
		'keeps the structure of the failure when the key is %s',
		(short) => {
			const masked = maskFailure(failure({ facts: { credits: 401, cause: null } }), short);
			expect(masked).toMatchObject({
				errorId: 'unauthorized',
				retry: 'never',
				possiblyExecuted: false,
				httpCode: 401,
				message: 'Unauthorized: Invalid token',
				facts: { credits: 401, cause: null },
			});
		},
	);

	it('masks a key with half a surrogate pair', () => {
		const broken = 'wd-0123456789\uD800';
		expect(maskFailure(failure({ message: `Bad ${broken}` }), broken).message).toBe('Bad ***');
	});

	it('masks a short key only as a whole word', () => {
		expect(maskFailure(failure({ message: 'Token s3cret, s3crets' }), 's3cret').message).toBe(
			'Token ***, s3crets',
		);
	});
});

describe('maskResponse', () => {
	it('masks the key in strings and field names', () => {
		const answer = { data: { markdown: `Your key is ${key}.`, [key]: 1 } };
		expect(maskResponse(answer, key)).toEqual({
			data: { markdown: 'Your key is ***.', '***': 1 },
		});
	});

	it('keeps the order of names, and a field called __proto__', () => {
		const text = (value: string) => `{"b":{"x":1},"a":"${value}","__proto__":[1,{"y":null}]}`;
		const masked = maskResponse(JSON.parse(text(key)) as Record<string, unknown>, key);
		expect(JSON.stringify(masked)).toBe(text('***'));
	});

	it('returns the same object when it does not contain the key', () => {
		const answer = { data: { markdown: 'A page about 0123456789abcdef.' } };
		expect(maskResponse(answer, key)).toBe(answer);
	});

	it('keeps a word in the page that is also a weak key', () => {
		const answer = { data: { markdown: 'Your password here' } };
		expect(maskResponse(answer, 'password')).toBe(answer);
	});
});
