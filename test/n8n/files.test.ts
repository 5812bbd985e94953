import type { FaultAnswer } from '../localService/faults';
import type { Execution, Item } from './execution';
import { useSetup } from './setup';
import { webDataNode, webhookChain } from './workflow';

/** Allows n8n to connect to the local service, but to no other internal address. */
const env = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};
const REFUSED_LINK = 'http://127.0.0.2:9/picture.png';

const setup = useSetup({ env });

jest.setTimeout(60_000);

const scrape = async (
	name: string,
	page: string,
	parameters: Record<string, unknown>,
): Promise<Execution> => {
	const node = webDataNode({
		url: `${setup.service.url}/pages/${page}`,
		downloadFiles: true,
		...parameters,
	});
	const execution = await setup.execute(webhookChain(name, [node]));
	expect(execution).toMatchObject({ status: 'success' });
	return execution;
};

const formats = (...types: string[]) => ({ format: types.map((type) => ({ type })) });

const resultOf = ({ nodes }: Execution) => {
	const [run] = nodes['Web Data'] ?? [];
	return { items: run?.outputs[0] ?? [], hints: run?.hints.map(({ message }) => message) ?? [] };
};

interface Kept {
	mimeType: string;
	fileName: string;
	fileExtension: string;
	id: string;
}

const binaryOf = (item: Item | undefined) =>
	(item?.binary ?? {}) as unknown as Record<string, Kept>;

const download = async ({ id }: Kept): Promise<{ type: string | null; start: string }> => {
	const { url, rest } = setup.n8n;
	const query = new URLSearchParams({ id, action: 'download' });
	const response = await fetch(`${url}/rest/binary-data?${query}`, {
		headers: { cookie: rest().cookie() },
	});
	const start = Buffer.from(await response.arrayBuffer()).subarray(0, 16);
	return { type: response.headers.get('content-type'), start: start.toString('latin1') };
};

const PNG = '\x89PNG\r\n\x1a\n';

describe('each kind of file', () => {
	let item: Item | undefined;
	let hints: string[];

	beforeAll(async () => {
		const actions = { action: [{ type: 'screenshot' }, { type: 'pdf' }, { type: 'screenshot' }] };
		const execution = await scrape('every-kind', 'article.html', {
			formats: formats('screenshot', 'audio', 'video'),
			options: { actions },
		});
		const result = resultOf(execution);
		item = result.items[0];
		hints = result.hints;
	});

	it.each([
		['screenshot', 'image/png', 'png', PNG],
		['audio', 'audio/mpeg', 'mp3', '\xff\xfb\x90\xc4'],
		['video', 'video/mp4', 'mp4', '\0\0\0\x18ftyp'],
		['actionScreenshot1', 'image/png', 'png', PNG],
		['actionScreenshot2', 'image/png', 'png', PNG],
		['actionPdf1', 'application/pdf', 'pdf', '%PDF-1.'],
	])(
		'%s has the type %s and the extension .%s, and its content is in the binary store of n8n',
		async (field, type, ending, first) => {
			const kept = binaryOf(item)[field];
			expect(kept).toMatchObject({ mimeType: type, fileExtension: ending });
			expect(kept?.fileName).toMatch(new RegExp(`^[\\w-]+\\.${ending}$`));
			const file = await download(kept as Kept);
			expect(file.type).toContain(type);
			expect(file.start.slice(0, first.length)).toBe(first);
		},
	);

	it('has the name from its link', () => {
		const { screenshot } = binaryOf(item);
		expect(String(item?.json.screenshot)).toContain(`/files/${screenshot?.fileName}`);
	});

	it('is output in a separate field, and its link stays in the JSON', () => {
		expect(Object.keys(binaryOf(item)).sort()).toEqual([
			'actionPdf1',
			'actionScreenshot1',
			'actionScreenshot2',
			'audio',
			'screenshot',
			'video',
		]);
		expect(item?.json).toMatchObject({
			screenshot: expect.stringMatching(/^http/),
			audio: expect.stringMatching(/^http/),
			video: expect.stringMatching(/^http/),
		});
		expect(hints).toEqual([]);
	});
});

describe('the original response', () => {
	it.each([
		['article.html', 'text/html', /^<!doctype/i],
		['report.pdf', 'application/pdf', /^%PDF-/],
	])(
		'of %s becomes a file with the name of the page, and is removed from the JSON',
		async (page, type, start) => {
			const name = `raw-${page.replace('.', '-')}`;
			const { items } = resultOf(await scrape(name, page, { formats: formats('rawBase64') }));
			const { raw } = binaryOf(items[0]);
			expect(raw).toMatchObject({ mimeType: type, fileName: page });
			expect((await download(raw as Kept)).start).toMatch(start);
			expect(items[0]?.json).not.toHaveProperty('rawBase64');
			expect(items[0]?.json).toHaveProperty('metadata.contentType');
		},
	);
});

describe('a link that cannot be downloaded is named in a hint and stays in the JSON', () => {
	const answer = (link: string): FaultAnswer => ({
		kind: 'json',
		status: 200,
		body: { success: true, data: { markdown: '# Tides', screenshot: link } },
	});

	const expectLeft = async (name: string, link: string): Promise<string> => {
		setup.service.addFaults({ when: { path: '/v2/scrape' }, answer: answer(link) });
		const execution = await scrape(name, 'article.html', { formats: formats('screenshot') });
		const { items, hints } = resultOf(execution);
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('binary');
		expect(items[0]?.json).toEqual({ markdown: '# Tides', screenshot: link });
		expect(hints).toHaveLength(1);
		return hints[0] ?? '';
	};

	it('when it no longer exists', async () => {
		const hint = await expectLeft('dead-link', `${setup.service.url}/files/gone.png`);
		expect(hint).toMatch(/'screenshot'.*404 \(the file does not exist\)/);
	});

	it("when n8n's egress filter blocks its host", async () => {
		const hint = await expectLeft('refused-host', REFUSED_LINK);
		expect(hint).toMatch(/'screenshot'.*127\.0\.0\.2.*N8N_SSRF_ALLOWED_IP_RANGES/);
	});
});
