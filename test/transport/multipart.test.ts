import { Readable } from 'node:stream';

import type { MultipartBody } from '../../nodes/WebData/transport/http';
import { openUpload } from '../../nodes/WebData/transport/multipart';

async function encode(parts: MultipartBody['parts']) {
	const { chunks, headers } = await openUpload({ parts }, 'XX');
	const buffers: Uint8Array[] = [];
	for await (const chunk of chunks) buffers.push(chunk);
	const body = Buffer.concat(buffers);
	return { text: body.toString(), bytes: body.length, length: headers['content-length'] };
}

const file = {
	...{ name: 'file', fileName: 'a.txt', contentType: 'text/plain' },
	content: Buffer.from('hello'),
};

describe('openUpload', () => {
	it('encodes text fields and files according to RFC 7578', async () => {
		const { text } = await encode([{ name: 'options', value: '{}' }, file]);
		const lines = [
			...['--XX', 'Content-Disposition: form-data; name="options"', '', '{}', '--XX'],
			'Content-Disposition: form-data; name="file"; filename="a.txt"',
			...['Content-Type: text/plain', '', 'hello', '--XX--', ''],
		];
		expect(text.split('\r\n')).toEqual(lines);
	});

	it('sends a length in bytes if the size of every file is known', async () => {
		const content = async () => Readable.from([Buffer.from('größe')]);
		const unicode = { ...file, fileName: '😀.txt', content, size: 7 };
		const { bytes, length } = await encode([{ name: 'größe', value: '€' }, unicode]);
		expect(length).toBe(String(bytes));
	});

	it('sends no length if the size of a file is not known', async () => {
		const content = async () => Readable.from([Buffer.from('hello')]);
		expect(await encode([file, { ...file, content }])).toMatchObject({ length: undefined });
	});

	it('stops in a file of unknown size that is larger than its maximum', async () => {
		const content = async () => Readable.from(['hello', 'world']);
		await expect(encode([{ ...file, content, maxSize: 9 }])).rejects.toThrow('more than 9 bytes');
		await expect(encode([{ ...file, content, maxSize: 10 }])).resolves.toBeDefined();
	});

	it('does not let names and types add headers or parts', async () => {
		const { text } = await encode([
			{ ...file, name: 'a"\r\nX: 1', fileName: '"; x="\n', contentType: 'a/b\r\nX: 2\r\n\r\n--XX' },
		]);
		expect(text).toContain('name="a%22%0D%0AX: 1"; filename="%22; x=%22%0A"\r\n');
		expect(text).toContain('Content-Type: a/bX: 2--XX\r\n');
	});

	it('destroys a stream that is not read', async () => {
		const stream = Readable.from(['a']);
		const upload = await openUpload({ parts: [{ ...file, content: async () => stream }] }, 'XX');
		upload.close();
		expect(stream.destroyed).toBe(true);
	});
});
