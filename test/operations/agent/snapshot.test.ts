import { readSnapshot } from '../../../nodes/WebData/operations/agent/snapshot';

it.each<[unknown, string, unknown]>([
	['{"a":1}', 'json', { a: 1 }],
	[' [1]', 'json', [1]],
	['{not json', 'text', '{not json'],
	['<!DOCTYPE html><p>', 'html', '<!DOCTYPE html><p>'],
	['<div class="a">', 'html', '<div class="a">'],
	['# Title', 'text', '# Title'],
	['a < b', 'text', 'a < b'],
	['iVBORw0KGgoAAAA=', 'screenshot', 'iVBORw0KGgoAAAA='],
	[{ a: 1 }, 'json', { a: 1 }],
])('detects the kind of %j: %s', (snapshot, kind, value) => {
	expect(readSnapshot(snapshot, 'auto')).toMatchObject({ kind, value });
});

it('decodes a screenshot, with or without a data URI prefix', () => {
	const base64 = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
	for (const text of [base64, `data:image/png;base64,${base64}`]) {
		expect(readSnapshot(text, 'auto').bytes.subarray(1, 4).toString()).toBe('PNG');
	}
});

it('keeps the URL of a screenshot as text', () => {
	const url = 'https://example.com/shot.png';
	expect(readSnapshot(url, 'screenshot').bytes.toString()).toBe(url);
});

it('returns text that is not JSON as it is, even if the kind is JSON', () => {
	expect(readSnapshot('{not json', 'json').value).toBe('{not json');
});
