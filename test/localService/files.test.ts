import { request } from 'undici';
import { dataOf as scrapedData, useService, type Json } from './testClient';

const service = useService();

function dataOf(page: string, options: Record<string, unknown> = {}): Promise<Json> {
	return scrapedData(service.current, page, options);
}

async function file(url: unknown): Promise<{ status: number; type: unknown; bytes: Buffer }> {
	const response = await request(String(url));
	const bytes = Buffer.from(await response.body.arrayBuffer());
	return { status: response.statusCode, type: response.headers['content-type'], bytes };
}

describe('files', () => {
	it('screenshot is a PNG that expires after 24 hours', async () => {
		const { screenshot } = await dataOf('article.html', {
			formats: [{ type: 'screenshot', viewport: { width: 320, height: 200 } }],
		});
		const picture = await file(screenshot);
		expect(picture).toMatchObject({ status: 200, type: 'image/png' });
		expect(picture.bytes.readUInt32BE(16)).toBe(320);
		expect(picture.bytes.readUInt32BE(20)).toBe(200);
		service.current.advanceClock(86_400_000 - 60_000);
		expect((await file(screenshot)).status).toBe(200);
		service.current.advanceClock(60_000);
		expect((await file(screenshot)).status).toBe(403);
	});

	it.each([
		['audio', 'audio/mpeg', 'fffb90'],
		['video', 'video/mp4', '00000018667479706973'],
	])('%s is a signed URL that expires after an hour', async (format, type, start) => {
		const data = await dataOf('article.html', { formats: [format] });
		const link = String(data[format]);
		const opened = await file(link);
		expect(opened).toMatchObject({ status: 200, type });
		expect(opened.bytes.toString('hex').startsWith(start)).toBe(true);
		expect((await file(link.replace(/\?.*/, ''))).status).toBe(403);
		service.current.advanceClock(3_600_000);
		expect((await file(link)).status).toBe(403);
	});

	it('actions return their results in order', async () => {
		const actions = [
			{ type: 'wait', milliseconds: 1 },
			{ type: 'click', selector: 'button' },
			{ type: 'screenshot', fullPage: true },
			{ type: 'scrape' },
			{ type: 'executeJavascript', script: '1 + 1' },
			{ type: 'pdf' },
		];
		const { actions: done } = await dataOf('article.html', { actions });
		const { url } = service.current;
		expect(done?.scrapes).toMatchObject([{ url: `${url}/pages/article.html` }]);
		expect(done?.javascriptReturns).toEqual([{ type: 'undefined', value: null }]);
		expect((await file(done?.screenshots?.[0])).type).toBe('image/png');
		expect((await file(done?.pdfs?.[0])).bytes.subarray(0, 5).toString()).toBe('%PDF-');
	});
});
