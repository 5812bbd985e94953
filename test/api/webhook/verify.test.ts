import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecret, verifyDelivery } from '../../../nodes/WebData/api/webhook/verify';

interface Recorded {
	headers: Record<string, string>;
	body: string;
}

const recorded = JSON.parse(readFileSync(join(__dirname, 'recorded.json'), 'utf8')) as {
	secret: string;
	requests: Recorded[];
};

const signatureHeader = 'X-Firecrawl-Signature';
const [first = { headers: {}, body: '' }] = recorded.requests;
const delivery = ({ headers, body }: Recorded = first) => ({ headers, rawBody: Buffer.from(body) });
const signed = { secret: recorded.secret, signatureHeader };

describe('a signed delivery', () => {
	it.each(recorded.requests.map((request) => [request.headers['x-firecrawl-signature'], request]))(
		'of the live server is accepted: %s',
		(_signature, request) => {
			expect(verifyDelivery(delivery(request as Recorded), signed)).toBeUndefined();
		},
	);

	it('is refused if one byte of its body differs', () => {
		const { headers, rawBody } = delivery();
		const forged = Buffer.from(rawBody);
		forged[forged.length - 2] = 0x20;
		expect(verifyDelivery({ headers, rawBody: forged }, signed)).toBe('wrongSignature');
	});

	it('is refused if its body is cut off', () => {
		const { headers, rawBody } = delivery();
		const cutOff = { headers, rawBody: rawBody.subarray(0, -1) };
		expect(verifyDelivery(cutOff, signed)).toBe('wrongSignature');
	});

	it('is refused if the secret is different', () => {
		expect(verifyDelivery(delivery(), { ...signed, secret: 'another' })).toBe('wrongSignature');
	});

	it.each(['', undefined])('is refused if its signature is %j', (value) => {
		const headers = { ...first.headers, 'x-firecrawl-signature': value };
		expect(verifyDelivery({ ...delivery(), headers }, signed)).toBe('missingSignature');
	});

	it('can contain its signature in another header', () => {
		const headers = { 'x-signature': first.headers['x-firecrawl-signature'] };
		const proof = { secret: recorded.secret, signatureHeader: 'X-Signature' };
		expect(verifyDelivery({ ...delivery(), headers }, proof)).toBeUndefined();
	});
});

describe('a delivery with a token', () => {
	const proof = { token: 'tide', signatureHeader };
	const withToken = (token?: string) => ({
		headers: { 'x-web-data-token': token },
		rawBody: Buffer.from('{}'),
	});

	it.each([
		['tide', undefined],
		['tides', 'wrongToken'],
		['', 'missingToken'],
		[undefined, 'missingToken'],
	])('%j is %j', (token, rejection) => {
		expect(verifyDelivery(withToken(token), proof)).toBe(rejection);
	});

	it('needs a signature as well if there is a secret', () => {
		expect(verifyDelivery(withToken('tide'), { ...proof, ...signed })).toBe('missingSignature');
	});
});

it('a delivery is accepted without a check if there is neither a token nor a secret', () => {
	expect(verifyDelivery({ headers: {}, rawBody: Buffer.from('{}') }, { signatureHeader })).toBe(
		undefined,
	);
});

describe('readSecret', () => {
	it.each([
		[{ webhookSecret: ' tide\n' }, { secret: 'tide' }],
		[{ webhookSecret: '' }, {}],
		[{}, {}],
	])('reads %j', (credential, secret) => {
		expect(readSecret(credential)).toEqual(secret);
	});

	it.each([[' \t'], [undefined], [null], [4711], [true], [{}]])(
		'does not turn verification off if the secret is %p',
		(webhookSecret) => {
			expect(readSecret({ webhookSecret })).toBe('unusableSecret');
		},
	);
});
