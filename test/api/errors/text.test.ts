import { removeAddresses } from '../../../nodes/WebData/api/errors/text';

const left = (text: string): string => removeAddresses(text).replace(/\s+/g, ' ').trim();

test.each([
	['Invalid URL: https://example.com/catalog?a=catalog', 'Invalid URL:'],
	['Invalid URL: shop.example.com/catalog/1', 'Invalid URL:'],
	['catalog.example.com is blocked', 'is blocked'],
	['Blocked: catalog.example:8080/a', 'Blocked:'],
	["The page 'http://catalog.example' is gone", "The page ' is gone"],
])('%s: the address is not in it', (text, rest) => {
	expect(left(text)).toBe(rest);
});

test.each([
	'Catalog execution is not enabled. Ask us.',
	'Invalid job ID format. Job ID must be a valid UUID.',
	'body.domainTools is not enabled for this team',
	'catalog/domain tools are not enabled',
	'Rate limit exceeded.Please retry after 2.5s',
])('%s: holds none', (text) => {
	expect(removeAddresses(text)).toBe(text);
});

test('a long text without an end to its words takes no time', () => {
	const texts = ['a', 'a.', 'a-', 'a:'].map((piece) => piece.repeat(200_000));
	for (const text of texts) expect(removeAddresses(text).length).toBeGreaterThan(0);
});
