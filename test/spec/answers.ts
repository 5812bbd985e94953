// Sample responses that contain every field. Fields that the specification does not define come from the open-source
// server or, for agent runs, from the public documentation.

/** Fields from the specification's section "Scrape success response" and from the tables in that section. */
export const specifiedPage = {
	markdown: '# Tide',
	pages: [{ pageNumber: 1, markdown: '# Tide' }],
	blocks: [
		{
			...{ pageNumber: 1, width: 612.5, height: 792, status: 'ok' },
			items: [
				{
					...{ id: 'p1.b0', type: 'marginal_note', label: 'doc_title' },
					bbox: [0.1, 0.1, 0.9, 0.2],
					content: '# Tide',
					markdownSpan: [0, 6],
					readingOrder: 0,
					source: 'native_text',
					confidence: { layout: 0.93, ocr: 0.8 },
				},
			],
		},
	],
	...{ summary: 'High water at six.', html: '<h1>Tide</h1>' },
	...{ rawHtml: '<html><h1>Tide</h1></html>', rawBase64: 'PGh0bWw+' },
	...{ screenshot: 'https://files.example/1.png', audio: 'https://files.example/1.mp3' },
	...{ video: 'https://files.example/1.mp4', answer: 'At six.' },
	highlights: 'High water at six.',
	links: ['https://example.com/'],
	actions: {
		screenshots: ['https://files.example/2.png'],
		scrapes: [{ url: 'https://example.com/', html: '<h1>Tide</h1>' }],
		javascriptReturns: [{ type: 'object', value: { a: [1] } }],
		pdfs: ['https://files.example/1.pdf'],
	},
	metadata: {
		title: ['Tide', 'Tide tables'],
		...{ description: 'Times of high water', language: 'en', sourceURL: 'https://example.com' },
		url: 'https://example.com/',
		keywords: ['tide', 'harbour'],
		ogLocaleAlternate: ['de', 'da'],
		...{ statusCode: 200, numPages: 1, totalPages: 2, contentType: 'application/pdf' },
		...{ error: 'Not Found', concurrencyLimited: true, concurrencyQueueDurationMs: 12.5 },
	},
	warning: 'Nothing fits the schema.',
	changeTracking: {
		...{ previousScrapeAt: '2026-01-01T00:00:00.000Z', changeStatus: 'changed' },
		...{ visibility: 'visible', diff: '@@ -1 +1 @@' },
		json: { price: { previous: 1, current: 2 } },
	},
	branding: {
		colorScheme: 'dark',
		logo: 'https://example.com/logo.svg',
		colors: {
			...{ primary: '#111111', secondary: '#222222', accent: '#333333', background: '#444444' },
			...{ textPrimary: '#555555', textSecondary: '#666666', link: '#777777' },
			...{ success: '#888888', warning: '#999999', error: '#AAAAAA' },
		},
		fonts: [{ family: 'Inter' }],
		typography: {
			fontFamilies: { primary: 'Inter', heading: 'Inter', code: 'Fira Code' },
			fontSizes: { h1: '48px', h2: '36px', h3: '24px', body: '16px' },
			fontWeights: { light: 300, regular: 400, medium: 500, bold: 700 },
			lineHeights: { heading: '1.2', body: '1.5' },
		},
		spacing: { baseUnit: 8, borderRadius: '4px', padding: { sm: 4 }, margins: { sm: '4px' } },
		components: {
			buttonPrimary: { background: '#111111', textColor: '#FFFFFF', borderRadius: '4px' },
			buttonSecondary: {
				...{ background: '#FFFFFF', textColor: '#111111', borderColor: '#111111' },
				borderRadius: '4px',
			},
			input: { borderColor: '#111111' },
		},
		icons: { style: 'line' },
		images: {
			...{ logo: 'https://example.com/logo.svg', favicon: 'https://example.com/favicon.ico' },
			ogImage: 'https://example.com/og.png',
		},
		animations: { duration: '200ms' },
		layout: { grid: { columns: 12 } },
		personality: { tone: 'calm' },
	},
	product: {
		...{ title: 'Lamp', brand: 'North Mole', category: 'Home > Lamps' },
		...{ url: 'https://example.com/lamp', description: 'A lamp.' },
		variants: [
			{
				...{ id: '1', sku: 'LAMP-1', title: 'Brass' },
				values: { colour: 'brass' },
				price: { amount: 9.5, currency: 'EUR', formatted: '9.50 EUR' },
				sale: { originalPrice: { amount: 19.5, currency: 'EUR', formatted: '19.50 EUR' } },
				availability: { inStock: true, text: 'InStock' },
				images: [{ url: 'https://example.com/lamp.png' }],
			},
		],
	},
	tools: [{}],
};

/** Fields that the specification marks as "or null". */
export const nullableInPage = [
	...['pages', 'blocks', 'summary', 'html', 'rawHtml', 'rawBase64', 'screenshot', 'audio', 'video'],
	...['answer', 'highlights', 'actions', 'warning', 'changeTracking', 'branding', 'product'],
	...['blocks[].width', 'blocks[].height', 'metadata.language', 'metadata.error'],
	...['label', 'bbox', 'markdownSpan', 'source', 'confidence.layout', 'confidence.ocr'].map(
		(name) => `blocks[].items[].${name}`,
	),
	...['previousScrapeAt', 'diff', 'json'].map((name) => `changeTracking.${name}`),
	...['logo', 'colors', 'fonts', 'typography', 'spacing', 'components', 'icons', 'images'].map(
		(name) => `branding.${name}`,
	),
	...['animations', 'layout', 'personality'].map((name) => `branding.${name}`),
];

/** The specification allows two types for these fields. `specifiedPage` contains values of the first type. */
export const otherTypesInPage: Record<string, unknown> = {
	'metadata.title': 'Tide',
	'metadata.description': ['Times', 'Tides'],
	'metadata.language': ['en', 'de'],
	'metadata.keywords': 'tide',
	// The fields of this object come from the open-source server.
	'changeTracking.diff': { text: '@@ -1 +1 @@', json: { files: [] } },
};

const tool = {
	...{ id: 'rates/convert', name: 'Convert', provider: 'rates', capability: 'convert' },
	...{ description: 'Converts an amount.', creditsCost: 1 },
	options: [{ name: 'amount', type: 'number', required: true }],
	matchedBy: ['domain'],
	matchedUrls: ['example.com/*'],
	next: { provider: 'rates', capability: 'convert', options: { amount: 1 } },
};

/** Fields that the open-source server returns and the specification does not define. */
export const undocumentedPage = {
	json: { price: 9.5 },
	images: ['https://example.com/lamp.png'],
	menu: {
		...{ isMenu: true, confidence: 0.9, currency: 'EUR', sourceUrl: 'https://example.com/menu' },
		merchant: { name: 'Harbour Café', type: 'restaurant' },
		sections: [
			{
				id: 'soups',
				name: 'Soups',
				items: [
					{
						id: 'fish-soup',
						name: 'Fish soup',
						price: { amount: 9.5, currency: 'EUR', formatted: '9.50 €' },
					},
				],
			},
		],
	},
	knowledgeGraph: {
		nodes: [{ id: 'n1', label: 'North Mole Light', type: 'Place', properties: {} }],
		edges: [{ source: 'n1', target: 'n1', relation: 'is', properties: {} }],
	},
	attributes: [{ selector: 'a', attribute: 'href', values: ['/'] }],
	tools: [tool],
	metadata: {
		...{ scrapeId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17', creditsUsed: 1 },
		...{ favicon: 'https://example.com/favicon.ico', cacheState: 'hit' },
		...{ ogImage: 'https://example.com/lamp.png', publishedTime: '2025-12-24' },
		modifiedTime: ['2025-12-31', '2026-01-01'],
		...{ cachedAt: '2026-01-01T00:00:00.000Z', proxyUsed: 'basic', timezone: 'Europe/Berlin' },
	},
	changeTracking: { diff: { text: '@@ -1 +1 @@', json: { files: [] } } },
	product: { variants: [{ availability: { inStock: true }, images: [{ alt: 'A lamp' }] }] },
};

const ids = {
	id: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17',
	snapshotId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b18',
};

/**
 * Trace events (specification, "Events" and "Trace error codes"). The fields of the envelope and of each event type
 * come from the public documentation.
 */
export const traceEvent = {
	type: 'error.occurred',
	occurredAt: '2026-01-01T00:00:00.000Z',
	agent: { role: 'subagent', name: 'Reader', id: ids.id, parentId: ids.id },
	...{ message: 'Reading the pages.', text: 'Read three pages.' },
	...{ outcome: 'credit_limit_reached', snapshotId: ids.snapshotId },
	artifact: {
		...{ kind: 'json', snapshotId: ids.snapshotId, path: 'result.json', change: 'update' },
		changedFields: ['price'],
		...{ itemCount: 3, artifactId: ids.id, sourceToolCallId: 'call-1' },
	},
	error: { code: 'internal', message: 'It failed.', retryable: true, source: 'system' },
	...{ retryable: true, phase: 'working', toolName: 'open' },
	parameters: { url: 'https://example.com/' },
	...{ result: 'done', toolCallId: 'call-1', reason: 'user', sessionId: ids.id },
	...{ durationMs: 12.5, runId: ids.id, eventId: ids.id, producerSequence: 1, schemaVersion: 1 },
};

/**
 * Response to GET /v2/agent/{jobId} for a failed run of a conversation, from the public documentation. `data` is copied
 * from a successful run.
 */
export const runStatus = {
	success: true,
	status: 'failed',
	data: [{ price: 9.5 }],
	message: 'The lamp costs 9.50.',
	suggestions: [{ label: 'Others', prompt: 'What do other lamps cost?' }],
	pendingApproval: {
		...{ id: 'approval-1', kind: 'calls', reason: 'One paid call answers this.' },
		calls: [
			{
				...{ id: 'call-1', provider: 'rates', capability: 'convert' },
				input: { amount: 9.5 },
				creditsEstimate: 5,
			},
		],
		terms: [
			{
				...{ provider: 'thirdparty', name: 'Third Party', version: '2026-06' },
				url: 'https://example.com/terms',
			},
		],
	},
	...{ creditsUsed: 0, error: 'Credit limit reached.', stopReason: 'credit_limit_reached' },
	partial: { price: 9.5 },
	...{ partialSchemaValid: false, threadId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b19' },
	threadTurn: 2,
	exchange: { enabled: true, paidCalls: 0 },
	expiresAt: '2026-01-02T00:00:00.000Z',
	// The last three fields repeat values of the request.
	...{ model: 'spark-2', effort: 'low', mode: 'chat' },
};

export const interactAnswer = {
	...{ success: true, output: 'The price is 9.50.', result: '9.50', stdout: '9.50\n' },
	...{ stderr: '', error: 'Took long.', exitCode: 0, killed: false, truncated: false },
	...{ sessionId: ids.id, liveViewUrl: 'https://live.example/1' },
	interactiveLiveViewUrl: 'https://live.example/1?interactive=true',
	cdpUrl: 'wss://live.example/1',
};

export const catalogEntry = {
	...{ provider: 'rates', capability: 'convert', creditsCost: 1 },
	data: { result: 108.4 },
	...{ records: 1, upstreamStatus: 200, recordedAt: '2026-01-01T00:00:00.000Z' },
};
