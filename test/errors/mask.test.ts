import type { Failure } from '../../nodes/WebData/errors/row';
import { maskFailure, maskResponse } from '../../nodes/WebData/errors/mask';
import type { JsonObject } from '../../nodes/WebData/json/json';

const key = 'wd-0123456789abcdef/+';

const failure = (rest: Partial<Failure>): Failure => ({
	...{ errorId: 'unauthorized', retry: 'never', possiblyExecuted: false, httpCode: 401 },
	...{ message: 'Unauthorized: Invalid token', cause: 'The key is unknown.' },
	remedy: 'Set {apiKey} to a key that is valid.',
	...rest,
});

const maskBody = (answer: JsonObject, apiKey = key, text = JSON.stringify(answer)) =>
	maskResponse(answer, apiKey, Buffer.from(text));

const maskMessage = (message: string, apiKey: string) =>
	maskFailure(failure({ message }), apiKey).message;

describe('maskFailure', () => {
	it.each([
		['plain', key],
		['in Base64', 'd2QtMDEyMzQ1Njc4OWFiY2RlZi8r'],
		['in hex', '77642d303132333435363738396162636465662f2b'],
		['in upper-case hex', '77642D303132333435363738396162636465662F2B'],
	])('masks a key %s, in every text and at every depth', (_how, form) => {
		const withKey = (each: string) =>
			failure({
				message: `Bad token ${each}!`,
				issues: [{ path: ['headers', each], message: `has ${each}` }],
				facts: { answer: { tried: [`Bearer ${each}`] } },
			});
		expect(maskFailure(withKey(form), key)).toEqual(withKey('***'));
	});

	it.each(['', 'u', 'us', 'use', 'user'])('masks a key in Base64 of "%s:key"', (user) => {
		const secret = 'wd-??>>~~0123456789';
		for (const encoding of ['base64', 'base64url'] as const) {
			const pair = Buffer.from(`${user}:${secret}`).toString(encoding);
			const message = maskMessage(`Basic ${pair} is wrong`, secret);
			expect(message).not.toContain(pair.slice(8, -4));
			expect(message).toMatch(/^Basic .*\*\*\*.* is wrong$/);
		}
	});

	it.each(['12345678', 'wd-s3cret-key'])('masks the key %s in field names', (short) => {
		const withKey = failure({ facts: { answer: { [short]: { [`x-${short}`]: 1 } } } });
		expect(maskFailure(withKey, short).facts).toEqual({ answer: { '***': { 'x-***': 1 } } });
	});

	it('keeps the structure of the failure, whatever the key is', () => {
		const facts = { credits: 401, cause: null };
		const { message, httpCode, errorId, retry, possiblyExecuted } = failure({});
		for (const short of '1 0 a 401 false null message cause row never'.split(' ')) {
			expect(maskFailure(failure({ facts }), short)).toMatchObject({
				...{ message, httpCode, errorId, retry, possiblyExecuted, facts },
			});
		}
	});

	it('masks a key with half a surrogate pair, and a short key only as a whole word', () => {
		const broken = 'wd-0123456789\uD800';
		expect(maskMessage(`Bad ${broken}`, broken)).toBe('Bad ***');
		expect(maskMessage('Token s3cret, s3crets', 's3cret')).toBe('Token ***, s3crets');
	});
});

describe('maskResponse', () => {
	it('masks strings and field names, and keeps the order of names and a field __proto__', () => {
		const text = (value: string) =>
			`{"b":{"${value}":1},"a":"is ${value}.","__proto__":[1,{"y":null}]}`;
		const masked = maskBody(JSON.parse(text(key)) as JsonObject);
		expect(JSON.stringify(masked)).toBe(text('***'));
	});

	it.each([
		['a Unicode escape', key, key.replace('w', '\\u0077')],
		['an escaped slash', key, key.replace('/', '\\/')],
		['a quotation mark', `"${key}`, `\\"${key}`],
	])('masks a key that JSON writes with %s', (_what, secret, written) => {
		const text = `{"a":"is ${written}."}`;
		const answer = JSON.parse(text) as JsonObject;
		expect(maskBody(answer, secret, text)).toEqual({ a: 'is ***.' });
	});

	it('visits no text of a response whose bytes do not contain the key', () => {
		const answer = { a: key };
		expect(maskBody(answer, key, '{"a":"other"}')).toBe(answer);
	});

	it('returns the same object if it does not contain the key, or if the key is an ordinary word', () => {
		const answer = { data: { markdown: 'A page about 0123456789abcdef and a password.' } };
		expect(maskBody(answer)).toBe(answer);
		expect(maskBody(answer, 'password')).toBe(answer);
	});
});

it('a value nested 3,900 levels deep is masked in a response and in a failure, and kept without the key', () => {
	// n8n supports about 4,100 levels of nesting. The node accepts up to 4,000 levels.
	const nested = (inner: string): JsonObject => {
		const text = `{"data":${'['.repeat(3_900)}"${inner}"${']'.repeat(3_900)}}`;
		return JSON.parse(text) as JsonObject;
	};
	const innermost = (json: unknown): unknown => {
		let value = json;
		while (Array.isArray(value)) value = value[0] as unknown;
		return value;
	};

	const answer = nested('page');
	expect(maskBody(answer)).toBe(answer);
	expect(innermost(maskBody(nested(`Bearer ${key}`)).data)).toBe('Bearer ***');
	const masked = maskFailure(failure({ facts: { answer: nested(key) } }), key);
	expect(innermost((masked.facts?.answer as JsonObject).data)).toBe('***');
});
