import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorRowFault, fault, rateLimited } from '../localService/faults';
import { checkScrapeBody } from '../localService/schemas/scrape';
import { leafKeys, setKeys } from '../operations/formLeaves';
import { scrapeFieldRows } from '../spec/scrapeFields';
import { loadBuiltNode } from '../support/builtNode';
import { startChangingSite, type ChangingSite } from '../support/changingSite';
import { runPoll, type PollResult } from '../support/pollNode';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, bodies, lines } = useBuiltNode();
const node = loadBuiltNode('WebDataPageTrigger');
const { properties } = node.description;

const tested = new Set<string>();

let site: ChangingSite;
let staticData: IDataObject;

beforeAll(async () => {
	site = await startChangingSite();
});
beforeEach(() => {
	site.reset();
	staticData = {};
});
afterAll(() => site.close());

const page = (name = 'a'): string => `${site.url}/${name}`;

const poll = (form: INodeParameters = {}): Promise<PollResult> => {
	const parameters = { urls: page(), ...form };
	for (const key of setKeys(properties, parameters)) tested.add(key);
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	return runPoll(node, { credential, parameters, staticData });
};

const statusesOf = ({ items }: PollResult): unknown[] => items.map(({ json }) => json.changeStatus);

const jsonHeaders = {
	...{ authorization: 'right', accept: 'application/json' },
	'content-type': 'application/json',
};

const smallestBody = (): object => ({ url: page(), maxAge: 0 });

/** Scrape fields that the page trigger does not accept. */
const otherFields = [
	...['url', 'zeroDataRetention', 'domainTools'],
	...['formats.rawBase64', 'formats.changeTracking'],
];

const cacheOptions = ['maxAge', 'minAge', 'lockdown'];

const expectedBody = ({ formats, ...sent }: Record<string, unknown>): object => ({
	url: page(),
	...(Object.keys(sent).some((name) => cacheOptions.includes(name)) ? {} : { maxAge: 0 }),
	...sent,
	...(Array.isArray(formats) && {
		formats: formats.includes('markdown') ? formats : [...(formats as unknown[]), 'markdown'],
	}),
});

const httpCodeOf = (error: unknown): unknown => (error as { httpCode?: unknown }).httpCode;

describe('Options', () => {
	const rows = scrapeFieldRows.filter(({ field }) => !otherFields.includes(field));

	it.each(rows.map((row) => [row.table, row.field, row] as const))(
		'%s: %s is sent as set, and nothing else is sent',
		async (_table, _field, { form: { formats, options }, sent }) => {
			const withFormats = formats === undefined ? {} : { formats };
			const outcome = await poll({ options: { ...(options as object), ...withFormats } }).catch(
				httpCodeOf,
			);
			expect(outcome).not.toBe('400');
			const [request] = service.requests;
			expect(lines()).toEqual(['POST /v2/scrape']);
			expect(request?.headers).toMatchObject(jsonHeaders);
			expect(request?.body).toEqual(expectedBody(sent));
			expect(checkScrapeBody(request?.body)).toEqual([]);
		},
	);

	it('Additional Body Fields are merged into the body', async () => {
		await poll({
			options: { timeout: 5000, additionalBodyFields: '{"timeout":9000,"origin":"x"}' },
		});
		expect(bodies()).toEqual([{ ...smallestBody(), timeout: 9000, origin: 'x' }]);
	});
});

describe('URLs', () => {
	it('are sent in one request each', async () => {
		await poll({ urls: `${page('a')}\n${page('b')}` });
		expect(bodies()).toEqual(['a', 'b'].map((name) => ({ url: page(name), maxAge: 0 })));
	});
});

describe('Change Tracking', () => {
	const schema = '{"type":"object","properties":{"price":{"type":"number"}}}';

	it.each<[string, INodeParameters, object]>([
		['modes', { modes: ['git-diff'] }, { modes: ['git-diff'] }],
		['prompt', { modes: ['json'], prompt: 'Price' }, { modes: ['json'], prompt: 'Price' }],
		[
			'schema',
			{ modes: ['json'], schema },
			{ modes: ['json'], schema: JSON.parse(schema) as object },
		],
		['tag', { tag: 'watch' }, { tag: 'watch' }],
	])('is sent as a format, with %s', async (_title, changeTracking, sent) => {
		await poll({ compare: 'changeTracking', changeTracking });
		const [body] = bodies();
		const formats = ['markdown', { type: 'changeTracking', ...sent }];
		expect(body).toEqual({ ...smallestBody(), formats });
		expect(checkScrapeBody(body)).toEqual([]);
	});

	it('is sent as a name without options', async () => {
		await poll({ compare: 'changeTracking' });
		expect(bodies()).toEqual([{ ...smallestBody(), formats: ['markdown', 'changeTracking'] }]);
	});

	it('is not sent if Markdown is compared', async () => {
		await poll({ compare: 'markdown' });
		expect(bodies()).toEqual([smallestBody()]);
	});
});

describe('a setting of the node', () => {
	type Polls = [text: string, statuses: string[]][];
	const ignoring = (comparison: INodeParameters): INodeParameters => ({ comparison });

	it.each<[string, INodeParameters, Polls]>([
		[
			'Emit First Check',
			{ emitFirstCheck: true },
			[
				['1', ['new']],
				['1', []],
				['2', ['changed']],
			],
		],
		[
			'Emit First Check, off',
			{ emitFirstCheck: false },
			[
				['1', []],
				['2', ['changed']],
			],
		],
		[
			'Ignore Digits',
			ignoring({ ignoreDigits: true }),
			[
				['1', []],
				['2', []],
				['x', ['changed']],
			],
		],
		[
			'Ignore Lines Containing',
			ignoring({ ignoreLines: 'Ads\nUpdated' }),
			[
				['Tide</p><p>Updated today', []],
				['Tide</p><p>Ads', []],
				['Tides</p><p>Ads', ['changed']],
			],
		],
	])('%s determines the output and is not sent', async (_title, form, polls) => {
		for (const [text, statuses] of polls) {
			site.write('/a', text);
			expect(statusesOf(await poll(form))).toEqual(statuses);
		}
		expect(bodies()).toEqual(polls.map(smallestBody));
	});

	it.each([
		[0, undefined],
		[3, 'Hig'],
	])('Before: Max Characters of %s limits the earlier text', async (beforeCharacters, markdown) => {
		site.write('/a', 'High water');
		await poll({ comparison: { beforeCharacters } });
		site.write('/a', 'Low water');
		const { items } = await poll({ comparison: { beforeCharacters } });
		expect((items[0]?.json.before as IDataObject).markdown).toBe(markdown);
		expect(bodies()).toEqual([smallestBody(), smallestBody()]);
	});

	it('Simplify, off, outputs all metadata of the page and is not sent', async () => {
		const form = { emitFirstCheck: true };
		const simple = await poll({ ...form, urls: page('a') });
		const full = await poll({ ...form, urls: page('b'), simplify: false });
		const names = ({ items: [item] }: PollResult): string[] =>
			Object.keys((item?.json.after as { metadata: object }).metadata);
		expect(names(full)).toEqual(expect.arrayContaining(names(simple)));
		expect(names(full).length).toBeGreaterThan(names(simple).length);
		expect(bodies()).toEqual(['a', 'b'].map((name) => ({ url: page(name), maxAge: 0 })));
	});

	it.each<[string, unknown, number]>([
		['fail', 'The page returned HTTP status 503 (Service Unavailable)', 0],
		['log', [], 1],
		['items', ['failed'], 1],
	])('Failed Pages: %s handles a page that fails', async (failedPages, expected, warnings) => {
		const form = { failedPages, urls: `${page('a')}\n${page('b')}` };
		await poll(form);
		site.answerWith('/a', 503);
		const polled = await poll(form).catch((error: Error) => error);
		if (polled instanceof Error) return expect(polled.message).toBe(expected);
		expect(statusesOf(polled)).toEqual(expected);
		expect(polled.warnings).toHaveLength(warnings);
	});
});

describe('Request Settings', () => {
	const unavailable = () => errorRowFault('serviceUnavailable', { times: 2 });

	it.each([
		[1, 1],
		[2, 2],
		[3, 3],
	])('Max Tries of %s allows %s requests', async (maxTries, count) => {
		service.addFaults(unavailable());
		await poll({ requestSettings: { maxTries } }).catch(httpCodeOf);
		expect(bodies()).toEqual(Array.from({ length: count }, smallestBody));
	});

	it.each([
		[6, 1],
		[7, 2],
	])(
		'Max Retry Wait of %s s allows %s requests if the service requests 7 s',
		async (maxRetryWait, count) => {
			service.addFaults(rateLimited({ retryAfter: 7 }));
			await poll({ requestSettings: { maxRetryWait } }).catch(httpCodeOf);
			expect(service.requests).toHaveLength(count);
		},
	);

	it.each([
		[2, 'Response too large'],
		[4, undefined],
	])('Max Response Size of %s MB limits a response of 3 MB', async (maxResponseSize, error) => {
		service.addFaults(fault({ kind: 'bigBody', bytes: 3 * 1024 * 1024 }));
		const polled = await poll({ requestSettings: { maxResponseSize } }).catch(
			({ message }: Error) => ({ message }),
		);
		expect('message' in polled ? polled.message : undefined).toBe(error);
	});

	it.each([
		[1, 1],
		[2, 2],
	])('Max Concurrency of %s sends at most %s requests at the same time', async (limit, most) => {
		const urls = Array.from({ length: 6 }, (_, index) => page(String(index))).join('\n');
		await poll({ urls, requestSettings: { maxRequestsAtOnce: limit } });
		expect(service.requests).toHaveLength(6);
		expect(Math.max(...service.requests.map(({ inFlight }) => inFlight))).toBe(most);
	});
});

it('each field of the form was set by a test above', () => {
	expect(leafKeys(properties).filter((key) => !tested.has(key))).toEqual([]);
});
