import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { TOKEN_HEADER } from '../../resources/monitor/service';

interface Delivery {
	/** Request headers, with names in lowercase. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** Unparsed body, because the signature covers the exact bytes. */
	rawBody: Buffer;
}

export type Rejection =
	'missingToken' | 'wrongToken' | 'missingSignature' | 'wrongSignature' | 'unusableSecret';

/** Message for a secret that is not empty, but cannot verify a signature. */
export const UNUSABLE_SECRET =
	"The credential's 'Webhook Secret' is not text, or contains only spaces";

/**
 * Returns the secret of a credential, or undefined if the field is empty. Returns `unusableSecret` for any other value
 * that cannot verify a signature, such as the result of an expression that yields nothing.
 */
export function readSecret(
	credential: Readonly<Record<string, unknown>>,
): { secret?: string } | 'unusableSecret' {
	const { webhookSecret = 'webhookSecret' in credential ? null : '' } = credential;
	if (webhookSecret === '') return {};
	const secret = typeof webhookSecret === 'string' ? webhookSecret.trim() : '';
	return secret === '' ? 'unusableSecret' : { secret };
}

/** Compares hashes, because `timingSafeEqual` requires inputs of equal length. */
const equalInConstantTime = (a: string, b: string): boolean => {
	const [hashA, hashB] = [a, b].map((text) => createHash('sha256').update(text).digest());
	return hashA !== undefined && hashB !== undefined && timingSafeEqual(hashA, hashB);
};

export const hmacOf = (data: Buffer | string, key: string): string =>
	createHmac('sha256', key).update(data).digest('hex');

const SIGNATURE_PREFIX = 'sha256=';

/** Returns the signature of a body in the service's format: `sha256=` and the HMAC-SHA256 in hexadecimal. */
export const signatureOf = (rawBody: Buffer, secret: string): string =>
	`${SIGNATURE_PREFIX}${hmacOf(rawBody, secret)}`;

const headerOf = ({ headers }: Delivery, name: string): string | undefined => {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns a signature in the service's format. Other senders write capitals, or omit the prefix. */
const normalizedSignature = (signature: string): string => {
	const text = signature.trim().toLowerCase();
	return text.startsWith(SIGNATURE_PREFIX) ? text : `${SIGNATURE_PREFIX}${text}`;
};

/**
 * Returns the reason to reject a delivery, or undefined if the delivery is authentic. If neither `tokens` nor `secret` is
 * set, every delivery is accepted.
 */
export function verifyDelivery(
	delivery: Delivery,
	{
		tokens,
		secret,
		signatureHeader,
	}: { tokens?: readonly string[]; secret?: string; signatureHeader: string },
): Rejection | undefined {
	if (tokens !== undefined) {
		const sent = headerOf(delivery, TOKEN_HEADER);
		if (sent === undefined) return 'missingToken';
		if (!tokens.some((token) => equalInConstantTime(sent, token))) return 'wrongToken';
	}
	if (secret !== undefined) {
		const sent = headerOf(delivery, signatureHeader);
		if (sent === undefined) return 'missingSignature';
		const expected = signatureOf(delivery.rawBody, secret);
		if (!equalInConstantTime(normalizedSignature(sent), expected)) return 'wrongSignature';
	}
	return undefined;
}
