import type { IBinaryData } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../localService/faults';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, time, run, respond, bodies, lines, stopInSleep } = useBuiltNode();

const article = Buffer.from('<html><head><title>Tides</title></head><body><h1>Tides</h1></body>');
const report = readFileSync(join(__dirname, '../localService/web/pages/report.pdf'));

const file = (
	fileName: string | undefined,
	mimeType = 'application/octet-stream',
	content: Buffer = article,
): IBinaryData => ({ data: content.toString('base64'), mimeType, ...(fileName && { fileName }) });

const parse = (binary: Record<string, IBinaryData>, form: Form = {}, rest = {}) =>
	run('parse.parse', form, { binary: [binary], ...rest });

const sentFiles = () =>
	service.requests.map(({ upload }) =>
		upload?.files.map(({ part, fileName, contentType, bytes }) => [
			part,
			fileName,
			contentType,
			bytes.length,
		]),
	);

const sentOptions = () => service.requests.map(({ upload }) => upload?.texts);

it('an untouched form sends only the file in the field data', async () => {
	const { items, first } = await parse({ data: file('tides.html', 'text/html') });
	expect(sentFiles()).toEqual([[['file', 'tides.html', 'text/html', article.length]]]);
	expect(sentOptions()).toEqual([{}]);
	expect(first).toMatchObject({ fileName: 'tides.html', markdown: '# Tides' });
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
});

it('a file in the store of n8n is sent whole, with its length', async () => {
	const content = Buffer.alloc(3_000_000, 'a,b\n');
	const stored = { id: 'filesystem-v2:1', data: 'filesystem-v2', mimeType: 'text/csv' };
	const storedFiles = { 'filesystem-v2:1': content };
	await parse({ data: { ...stored, fileName: 'rows.csv' } }, {}, { storedFiles });
	expect(sentFiles()).toEqual([[['file', 'rows.csv', 'text/csv', 3_000_000]]]);
	const length = Number(service.requests[0]?.headers['content-length']);
	expect(length).toBeGreaterThan(3_000_000);
});

it.each([
	['report.PDF', 'application/octet-stream', 'report.PDF', 'application/pdf'],
	['scan', 'application/pdf', 'scan.pdf', 'application/pdf'],
	['export.php', 'text/html; charset=utf-8', 'export.php.html', 'text/html'],
])('a file %s of type %s is sent as %s of type %s', async (name, type, sentName, sentType) => {
	await parse({ data: file(name, type, report) });
	expect(sentFiles()).toEqual([[['file', sentName, sentType, report.length]]]);
});

describe('several files of an item', () => {
	const three = {
		data: file('tides.html', 'text/html'),
		attachment_0: file('report.pdf', 'application/pdf', report),
		attachment_1: file('rows.csv', 'text/csv', Buffer.from('a,b\n1,2')),
	};

	it.each([
		['in a list of names with commas', 'attachment_0, data', ['report.pdf', 'tides.html']],
		['in all fields', '*', ['tides.html', 'report.pdf', 'rows.csv']],
	])('give one item each, in order: %s', async (_case, inputBinaryField, names) => {
		const { items } = await parse(three, { inputBinaryField });
		expect(items.map(({ json }) => json.fileName)).toEqual(names);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(names.map(() => ({ item: 0 })));
	});

	describe('if the service cannot read one of them', () => {
		const broken = file('broken.pdf', 'application/pdf', Buffer.from('no PDF'));
		const parseBroken = (form: Form, onError = 'stopWorkflow') =>
			parse({ ...three, data: broken }, { inputBinaryField: '*', ...form }, { onError });

		it('give an item with the reason, so that On Error does not hide the paid files', async () => {
			const { json } = await parseBroken({});
			expect(json).toMatchObject([
				{ fileName: 'broken.pdf', failed: true, message: expect.any(String) },
				{ fileName: 'report.pdf' },
				{ fileName: 'rows.csv' },
			]);
		});

		it('report the tries of each failed file, and the setting that ended them', async () => {
			// The service responds to the first file, to the broken file, and to the first file again.
			for (const skip of [0, 1]) respond({ error: 'Service Unavailable' }, { status: 503, skip });
			const form = { inputBinaryField: 'data, broken', requestSettings: { maxTries: 2 } };
			const { json } = await parse({ ...three, broken }, { ...form, failedFiles: 'fail' });
			expect(json.map(({ details }) => details?.tries)).toEqual([2, 1]);
			expect(json[0]?.message).toContain("'Request Settings > Max Tries' on the Settings tab");
		});

		it('end the node with Failed Files: Fail, with the number of the files that were parsed', async () => {
			await expect(parseBroken({ failedFiles: 'fail' })).rejects.toMatchObject({
				message: expect.stringContaining('The file could not be read') as string,
				description: expect.stringContaining(
					"2 other files were parsed. To get an item instead of an error for each failed file, select 'Output as Items' in 'Failed Files'.",
				) as string,
			});
		});
	});
});

describe('an expression', () => {
	const html = file('tides.html', 'text/html');
	const csv = file('rows.csv', 'text/csv', Buffer.from('a,b'));

	it.each<[string, unknown, string[]]>([
		['a file', html, ['tides.html']],
		['a list of files', [csv, html], ['rows.csv', 'tides.html']],
		['an object with files', { a: html, b: csv }, ['tides.html', 'rows.csv']],
	])('may return %s', async (_what, inputBinaryField, names) => {
		const { json } = await parse({}, { inputBinaryField });
		expect(json.map(({ fileName }) => fileName)).toEqual(names);
	});

	it.each(['*', 'a, b'])('finds files in the JSON of the item, as n8n does: %s', async (field) => {
		const files = { a: html, b: csv } as Record<string, IBinaryData>;
		const assertBinaryData = (_index: number, path: string) => {
			const file = files[path.replace(/^_files\./, '')];
			if (file === undefined || !path.startsWith('_files.')) throw new Error('No such path');
			return file;
		};
		const { json } = await run(
			'parse.parse',
			{ inputBinaryField: field },
			{ items: [{ _files: { ...files, note: 'New' } }], helpers: { assertBinaryData } },
		);
		expect(json.map(({ fileName }) => fileName)).toEqual(['tides.html', 'rows.csv']);
	});

	it.each([
		[{ note: 'New' }, `refers to '{"note":"New"}', which the item does not contain`],
		[{ a: html, note: 'New' }, 'refers to a text of '],
	])('that returns an object with another value than a file fails', async (value, message) => {
		const { first } = await parse({}, { inputBinaryField: value });
		expect(first.error).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('that returns the content of a file fails without showing the content', async () => {
		const { first } = await parse({ data: html }, { inputBinaryField: html.data });
		expect(first.error).toContain(`refers to a text of ${html.data.length} characters, which`);
		expect(JSON.stringify(first)).not.toContain(html.data.slice(0, 20));
	});
});

it('a file without a name and a media type is named after its field', async () => {
	const nameless = { ...file(undefined), fileName: null, mimeType: undefined };
	const { first } = await parse(
		{ 'tides.html': nameless as unknown as IBinaryData },
		{ inputBinaryField: '*' },
	);
	expect(first).toMatchObject({ fileName: 'tides.html' });
	const unknown = await parse({ data: nameless as unknown as IBinaryData });
	expect(unknown.first.error).toContain("'data' (no media type) cannot be parsed");
});

describe('before sending', () => {
	it.each([
		[
			'a field that does not exist',
			{ data: file('a.pdf'), other: file('b.pdf') },
			'scan',
			"'Input Binary Field' refers to 'scan', which the item does not contain: the binary fields of the item are 'data', 'other'",
		],
		[
			'an empty file',
			{ data: file('a.pdf', 'application/pdf', Buffer.alloc(0)) },
			'data',
			"contains 'a.pdf', which is empty",
		],
	])('the node refuses an item with %s', async (_case, binary, inputBinaryField, message) => {
		const { json } = await parse(binary as Record<string, IBinaryData>, { inputBinaryField });
		expect(json).toEqual([
			expect.objectContaining({ error: expect.stringContaining(message) as string }),
		]);
		expect(service.requests).toEqual([]);
	});

	it('a file of more than 50 MB is refused, by the size that n8n knows', async () => {
		const data = { id: 'x:1', data: '', mimeType: 'text/csv', fileName: 'a.csv' };
		const { first } = await parse({ data: { ...data, bytes: 52_428_801 } });
		expect(first.error).toContain("'a.csv', which is larger than 50 MB (50.1 MB)");
		expect(service.requests).toEqual([]);
	});
});

describe('a file of a type that the node does not know', () => {
	const photo = file('photo.png', 'image/png');
	const noList = (body: object, status: number) =>
		service.addFaults(
			fault({ kind: 'json', status, body }, { when: { path: '/v2/parse/formats' }, times: 0 }),
		);
	const extensions =
		'csv, doc, docm, docx, epub, html, htm, odp, ods, odt, pdf, ppt, pptm, pptx, rtf, xhtml, xls, xlsb, xlsm, xlsx';

	it.each([
		['photo.PNG', 'application/octet-stream', 'photo.PNG', 'image/png'],
		['photo', 'image/jpeg', 'photo.jpg', 'image/jpeg'],
	])('%s of type %s is sent as %s if the service lists the type', async (name, type, ...sent) => {
		service.configure({ imageOcr: true });
		const { first } = await parse({ data: file(name, type) });
		expect(first.fileName).toBe(sent[0]);
		expect(sentFiles().at(-1)).toEqual([['file', ...sent, article.length]]);
	});

	it('is refused if the service lists the type as not available', async () => {
		const { first } = await parse({ data: photo });
		expect(first).toMatchObject({
			error: expect.stringContaining("'photo.png' (image/png) cannot be parsed") as string,
			message: expect.stringMatching(
				`Accepted extensions: ${extensions}\\. Convert the file to a supported type`,
			) as string,
		});
		expect(bodies()).toEqual([]);
	});

	it.each<[string, object, number]>([
		['does not exist', { success: false, error: 'Not Found' }, 404],
		['fails', { success: false, error: 'Internal Server Error' }, 500],
		['has an odd form', { success: true, data: { formats: [null, { extensions: '.png' }] } }, 200],
	])('is sent if the list of the service %s', async (_case, body, status) => {
		noList(body, status);
		const { first } = await parse({ data: photo });
		expect(sentFiles().at(-1)).toEqual([['file', 'photo.png', 'image/png', article.length]]);
		expect(first).toMatchObject({ details: { code: 'UNSUPPORTED_FILE_TYPE' } });
	});

	it('is skipped if it is refused and the service has no list', async () => {
		noList({ success: false, error: 'Not Found' }, 404);
		const options = { skipUnsupportedFiles: true };
		const binary = { data: file('tides.html'), photo };
		const { items, hints } = await parse(binary, { inputBinaryField: '*', options });
		expect(items.map(({ json }) => json.fileName)).toEqual(['tides.html']);
		expect(hints.join()).toContain("The file 'photo.png' was skipped");
	});

	it('leads to one request for the list, for all items', async () => {
		const items = emptyItems(3);
		await run('parse.parse', {}, { items, binary: items.map(() => ({ data: photo })) });
		expect(lines()).toEqual(['GET /v2/parse/formats']);
	});

	it('is left out with Skip Unsupported Files, with a hint', async () => {
		const { items, hints } = await parse(
			{ data: file('tides.html'), photo },
			{ inputBinaryField: '*', options: { skipUnsupportedFiles: true } },
		);
		expect(items.map(({ json }) => json.fileName)).toEqual(['tides.html']);
		expect(hints.join()).toContain("The file 'photo.png' was skipped");
	});

	it('does not delay a stop of the execution', async () => {
		noList({}, 500);
		const stopped = parse({ data: photo }, {}, { signal: stopInSleep() });
		await expect(stopped).rejects.toThrow('cancelled');
		expect(lines()).toEqual(['GET /v2/parse/formats']);
	});
});

it('formats that the node does not know are sent, but not formats of web pages', async () => {
	const data = file('tides.html');
	await parse({ data }, { formats: { format: [{ type: 'newFormat' }] } });
	expect(sentOptions()).toEqual([{ options: '{"formats":["newFormat"]}' }]);
	const { first } = await parse({ data }, { formats: { format: [{ type: 'audio' }] } });
	expect(first.error).toContain('must contain only formats that are available for files');
});

it('a file without text gives a hint, which names the parser for scans', async () => {
	respond({ success: true, data: { markdown: '' } });
	const { hints } = await parse({ data: file('scan.pdf', 'application/pdf', report) });
	expect(hints[0]).toMatch(
		/^The Markdown of the file is empty\. If the file is a scan, set 'Mode'/,
	);
});

it('Preview Request shows the file and the options, and sends nothing', async () => {
	const { items } = await parse(
		{ data: file('tides.html', 'text/html') },
		{ options: { timeout: 2000 }, requestSettings: { previewRequest: true } },
	);
	expect(items[0]?.json).toMatchObject({
		method: 'POST',
		body: { timeout: 2000 },
		files: [
			{ name: 'file', fileName: 'tides.html', contentType: 'text/html', size: article.length },
		],
	});
	expect(service.requests).toEqual([]);
});

it('a file that changed in the store of n8n fails, and is not sent again', async () => {
	const stored = { id: 'x:1', data: '', mimeType: 'text/csv', fileName: 'a.csv', bytes: 10 };
	const storedFiles = { 'x:1': Buffer.from('a,b') };
	const { first } = await parse({ data: stored }, {}, { storedFiles });
	expect(first.error).toEqual(expect.any(String));
	expect(JSON.stringify(first)).toContain('it contains fewer than 10 bytes');
});

it('files that wait for another file are not decoded before their request is sent', async () => {
	const decode = jest.spyOn(Buffer, 'from');
	const decoded: number[] = [];
	const countDecoded = () =>
		decode.mock.calls.filter((args: readonly unknown[]) => args[1] === 'base64').length;
	time.duringSleep((ms) => (ms >= 2000 ? void decoded.push(countDecoded()) : undefined));
	service.addFaults(fault({ kind: 'json', status: 503, body: { success: false } }));
	const binary = Array.from({ length: 5 }, () => ({ data: file('tides.html', 'text/html') }));
	const form = { requestSettings: { maxRequestsAtOnce: 1 } };
	const { json } = await run('parse.parse', form, { binary, items: emptyItems(5) });
	expect(json.map(({ markdown }) => markdown)).toEqual(Array(5).fill('# Tides'));
	expect([decoded, countDecoded()]).toEqual([[1], 6]);
	decode.mockRestore();
});
