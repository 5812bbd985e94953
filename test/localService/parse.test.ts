import { useService } from './testClient';

const service = useService();

interface Part {
	name?: string;
	fileName: string;
	type: string;
	content: string;
}

const html = (content: string): Part => ({ fileName: 'a.html', type: 'text/html', content });

async function parse(part: Part | undefined, options?: string) {
	const form = new FormData();
	if (options !== undefined) form.set('options', options);
	if (part !== undefined) {
		const { name = 'file', fileName, type, content } = part;
		form.set(name, new Blob([content], { type }), fileName);
	}
	const response = await fetch(`${service.current.url}/v2/parse`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.current.apiKey}` },
		body: form,
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it.each<[string, Part | undefined, string | undefined, number, string, string]>([
	[
		'options that are not JSON',
		html('Hi'),
		'{nope',
		400,
		'BAD_REQUEST',
		"Invalid JSON in the 'options' field. Provide a valid JSON string.",
	],
	[
		'no file',
		undefined,
		'{}',
		400,
		'BAD_REQUEST',
		"Missing file upload. Send multipart/form-data with a 'file' field and optional 'options' JSON string.",
	],
	[
		'another part name',
		{ ...html('Hi'), name: 'upload' },
		undefined,
		400,
		'BAD_REQUEST',
		'Unexpected field',
	],
	[
		'a text file',
		{ fileName: 't.txt', type: 'text/plain', content: 'Hello' },
		undefined,
		400,
		'UNSUPPORTED_FILE_TYPE',
		'Unsupported upload type. Supported file extensions: .html, .htm, .xhtml, .pdf, .docx, .doc, .docm, .odt, .ods, .odp, .rtf, .xlsx, .xls, .xlsm, .xlsb, .pptx, .ppt, .pptm, .epub, .csv',
	],
	[
		'a screenshot',
		html('Hi'),
		'{"formats":["screenshot"]}',
		400,
		'PARSE_UNSUPPORTED_OPTIONS',
		'Parse uploads do not support screenshot output.',
	],
	[
		'waitFor',
		html('Hi'),
		'{"waitFor":100}',
		400,
		'PARSE_UNSUPPORTED_OPTIONS',
		'Parse uploads do not support waitFor.',
	],
	[
		'an unknown option',
		html('Hi'),
		'{"nope":1}',
		400,
		'BAD_REQUEST',
		'Unrecognized key in body -- please review the v2 API documentation for request body changes',
	],
])(
	'refuses a request with %s as the real server does',
	async (_case, part, options, status, code, error) => {
		expect(await parse(part, options)).toMatchObject({
			status,
			body: { success: false, code, error },
		});
	},
);

it('cannot read an empty file', async () => {
	expect(await parse(html(''))).toMatchObject({
		status: 500,
		body: { success: false, code: 'SCRAPE_ALL_ENGINES_FAILED' },
	});
});

it('returns the requested formats, with the file name as source', async () => {
	const options = '{"formats":["markdown","html","links","rawHtml","images"]}';
	const content = '<h1>Hi</h1><a href="https://a.com/x">x</a>';
	const { body } = await parse(html(content), options);
	expect(body).toMatchObject({
		success: true,
		data: {
			rawHtml: content,
			links: ['https://a.com/x'],
			images: [],
			metadata: { sourceURL: 'a.html', statusCode: 200, contentType: 'text/html', creditsUsed: 1 },
		},
	});
});
