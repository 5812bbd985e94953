import { invalidRequestReason } from '../../nodes/WebData/transport/exchange';
import { requestTo } from './loopback';

const url = 'https://api.example.com/';

const reason = (over: Parameters<typeof requestTo>[1], target = url) =>
	invalidRequestReason(requestTo(target, over), new URL(target));

describe('invalidRequestReason', () => {
	it('accepts tabs and Latin-1 in a header value', () => {
		expect(reason({ headers: { authorization: 'Bearer a\tä' } })).toBeUndefined();
	});

	it.each([
		['a line break', { headers: { authorization: 'a\nb' } }, 'authorization has an invalid value'],
		['a character beyond Latin-1', { headers: { a: '€' } }, 'a has an invalid value'],
		['a space in a header name', { headers: { 'a b': 'c' } }, 'A header has an invalid name'],
		['a header of the connection', { headers: { Expect: 'x' } }, 'Expect cannot be set'],
		['a negative timeout', { stallTimeoutMs: -1 }, 'A timeout must not be negative'],
	])('refuses %s', (_name, over, expected) => {
		expect(reason(over)).toContain(expected);
	});

	it('refuses a scheme other than http and https, without the rest of the URL', () => {
		expect(reason({}, 'ftp://user:key@host/')).toBe('The scheme ftp: is not http');
	});
});
