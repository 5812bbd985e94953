import { toTransportFailure } from '../../nodes/WebData/transport/errors';

const withCode = (code: string) => Object.assign(new Error(`about ${code}`), { code });

test.each([
	['ENOTFOUND EAI_AGAIN', 'dns', 'closed', 'truncated'],
	['ECONNREFUSED EHOSTUNREACH ENETUNREACH', 'refused', 'closed', 'truncated'],
	['ETIMEDOUT UND_ERR_CONNECT_TIMEOUT', 'connectTimeout', 'closed', 'truncated'],
	['UND_ERR_SOCKET ECONNRESET EPIPE', 'closed', 'closed', 'truncated'],
	['EPROTO ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED', 'tls', 'tls', 'tls'],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'tls', 'tls'],
	['SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'tls', 'tls'],
	['Z_DATA_ERROR ERR__ERROR_FORMAT_PADDING_1', 'decodeFailed', 'decodeFailed', 'decodeFailed'],
	['UND_ERR_HEADERS_TIMEOUT', 'headTimeout', 'headTimeout', 'headTimeout'],
	['UND_ERR_BODY_TIMEOUT', 'bodyTimeout', 'bodyTimeout', 'bodyTimeout'],
	['UND_ERR_INVALID_ARG', 'invalid', 'invalid', 'invalid'],
	['UND_ERR_DESTROYED', 'aborted', 'aborted', 'aborted'],
	['HPE_INVALID_CONSTANT', 'refused', 'closed', 'truncated'],
])(
	'%s: %s before sending, %s after it, %s within the response',
	(codes, waiting, sent, responding) => {
		for (const code of codes.split(' ')) {
			const error = withCode(code);
			const read = (['waiting', 'sent', 'responding'] as const).map((progress) => {
				const { failure, possiblySent } = toTransportFailure(error, progress);
				return [failure, possiblySent];
			});
			expect(read).toEqual([
				[waiting, false],
				[sent, true],
				[responding, true],
			]);
		}
	},
);

test('a refusal of the egress filter takes precedence, then the outermost known error', () => {
	const blocked = Object.assign(new Error('restricted'), { name: 'SsrfBlockedIpError' });
	const nested = new Error('outer', { cause: withCode('ENOTFOUND') });
	const dns = { failure: 'dns', detail: 'about ENOTFOUND' };
	expect(toTransportFailure(nested, 'waiting')).toMatchObject(dns);
	const aggregate = new AggregateError([withCode('ETIMEDOUT'), new Error('x', { cause: blocked })]);
	const refused = { failure: 'blocked', detail: 'restricted' };
	expect(toTransportFailure(aggregate, 'waiting')).toMatchObject(refused);
});

test.each([undefined, 'text', {}, new Error('')])('%p is not a known error', (thrown) => {
	expect(toTransportFailure(thrown, 'waiting', 'blocked')).toMatchObject({ failure: 'blocked' });
	const closed = { failure: 'closed', detail: 'Unknown error' };
	expect(toTransportFailure(thrown, 'sent')).toMatchObject(closed);
});

test('a cycle of causes ends', () => {
	const one = new Error('one');
	const two = new Error('two', { cause: one });
	one.cause = two;
	expect(toTransportFailure(one, 'sent')).toMatchObject({ failure: 'closed', detail: 'one' });
});
