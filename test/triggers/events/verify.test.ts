import { readSecret, verifyDelivery } from '../../../nodes/WebData/triggers/events/verify';

import recorded from './recorded.json';

type Recorded = (typeof recorded.requests)[number];

const signatureHeader = 'X-Firecrawl-Signature';
const [first] = recorded.requests as [Recorded, ...Recorded[]];
const delivery = ({ headers, body } = first) => ({ headers, rawBody: Buffer.from(body) });
const signed = { secret: recorded.secret, signatureHeader };

describe('a signed delivery', () => {
	it('of the open-source server is accepted', () => {
		const rejections = recorded.requests.map((each) => verifyDelivery(delivery(each), signed));
		expect(rejections).toEqual(recorded.requests.map(() => undefined));
	});

	it('is refused if its body or the secret differs', () => {
		const { headers, rawBody } = delivery();
		const forged = Buffer.from(rawBody);
		forged[forged.length - 2] = 0x20;
		const bodies = [forged, rawBody.subarray(0, -1)];
		const rejections = bodies.map((body) => verifyDelivery({ headers, rawBody: body }, signed));
		expect(rejections).toEqual(['wrongSignature', 'wrongSignature']);
		expect(verifyDelivery(delivery(), { ...signed, secret: 'another' })).toBe('wrongSignature');
	});

	const hex = String(first.headers['x-firecrawl-signature']).replace('sha256=', '');
	const withSignature = (value: string) => ({
		...delivery(),
		headers: { ...first.headers, 'x-firecrawl-signature': value },
	});

	it.each([`sha256=${hex.toUpperCase()}`, `SHA256=${hex}`, hex, ` ${hex.toUpperCase()}`])(
		'is accepted with the signature written as %j',
		(value) => {
			expect(verifyDelivery(withSignature(value), signed)).toBeUndefined();
		},
	);

	it.each(['sha256=', `sha1=${hex}`, hex.slice(1), `sha256=sha256=${hex}`])(
		'is refused with the signature %j',
		(value) => {
			expect(verifyDelivery(withSignature(value), signed)).toBe('wrongSignature');
		},
	);

	it.each(['', undefined])('is refused if its signature is %j', (value) => {
		const headers = { ...first.headers, 'x-firecrawl-signature': value };
		expect(verifyDelivery({ ...delivery(), headers }, signed)).toBe('missingSignature');
	});
});

describe('a delivery with a token', () => {
	const proof = { tokens: ['moon', 'tide'], signatureHeader };
	const rawBody = Buffer.from('{}');
	const withToken = (token?: string) => ({ headers: { 'x-web-data-token': token }, rawBody });

	it.each([
		['tide', undefined],
		['moon', undefined],
		['tides', 'wrongToken'],
		['', 'missingToken'],
		[undefined, 'missingToken'],
	])('%j is %j', (token, rejection) => {
		expect(verifyDelivery(withToken(token), proof)).toBe(rejection);
	});

	it('needs a signature as well if there is a secret, and no token if none is set', () => {
		expect(verifyDelivery(withToken('tide'), { ...proof, ...signed })).toBe('missingSignature');
		expect(verifyDelivery(withToken(), { signatureHeader })).toBeUndefined();
	});
});

it('readSecret reads the secret, and does not turn verification off by mistake', () => {
	expect(readSecret({ webhookSecret: ' tide\n' })).toEqual({ secret: 'tide' });
	expect([readSecret({ webhookSecret: '' }), readSecret({})]).toEqual([{}, {}]);
	for (const webhookSecret of [' \t', undefined, null, 4711]) {
		expect(readSecret({ webhookSecret })).toBe('unusableSecret');
	}
});
