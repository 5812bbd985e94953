import { removeAddresses } from '../../../nodes/WebData/api/errors/text';

const left = (text: string): string => removeAddresses(text).replace(/\s+/g, ' ').trim();

test.each([
	['Invalid URL: https://example.com/catalog?a=catalog', 'Invalid URL:'],
	['Invalid URL: shop.example.com/catalog/1', 'Invalid URL:'],
	['catalog.example.com is blocked', 'is blocked'],
	['Blocked: catalog.example:8080/a', 'Blocked:'],
	["The page 'http://catalog.example' is gone", "The page ' is gone"],
])('removeAddresses removes the address from: %s', (text, rest) => {
	expect(left(text)).toBe(rest);
});

test.each([
	'Catalog execution is not enabled. Ask us.',
	'Invalid job ID format. Job ID must be a valid UUID.',
	'body.domainTools is not enabled for this team',
	'catalog/domain tools are not enabled',
	'Rate limit exceeded.Please retry after 2.5s',
])('removeAddresses does not change: %s', (text) => {
	expect(removeAddresses(text)).toBe(text);
});

test('removeAddresses takes linear time for a long text without spaces', () => {
	const texts = ['a', 'a.', 'a-', 'a:'].map((piece) => piece.repeat(200_000));
	for (const text of texts) expect(removeAddresses(text).length).toBeGreaterThan(0);
});
