import { simplifyPage } from '../../../../nodes/WebData/operations/common/pageOutput/simplifyPage';

const id = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

test('keeps at most 10 fields of the metadata, the most useful first', () => {
	const metadata = {
		'og:image': 'https://example.com/a.png',
		cachedAt: '2026-01-01',
		cacheState: 'hit',
		language: 'en',
		totalPages: 2,
		numPages: 1,
		creditsUsed: 1,
		scrapeId: id,
		contentType: 'application/pdf',
		statusCode: 200,
		sourceURL: 'https://example.com',
		url: 'https://example.com/a',
		description: 'About',
		title: 'A',
	};
	const { markdown, metadata: kept } = simplifyPage({ markdown: '# A', metadata });
	expect(markdown).toBe('# A');
	expect(Object.keys(kept as object)).toEqual([
		'title',
		'description',
		'url',
		'sourceURL',
		'statusCode',
		'contentType',
		'scrapeId',
		'creditsUsed',
		'numPages',
		'totalPages',
	]);
});

test('leaves out fields that are null', () => {
	const metadata = { title: 'A', error: null, language: null, cacheState: 'miss' };
	expect(simplifyPage({ metadata })).toEqual({ metadata: { title: 'A', cacheState: 'miss' } });
});

test('uses the ID of the response for a page without an ID', () => {
	expect(simplifyPage({ metadata: { title: 'A' } }, id)).toEqual({
		metadata: { title: 'A', scrapeId: id },
	});
	expect(simplifyPage({ metadata: { scrapeId: 'own' } }, id)).toEqual({
		metadata: { scrapeId: 'own' },
	});
});

test('adds no metadata to a page without metadata', () => {
	expect(simplifyPage({ markdown: '# A' })).toEqual({ markdown: '# A' });
});
