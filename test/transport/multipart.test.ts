import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { MultipartBody } from '../../nodes/WebData/transport/http';
import { openUpload } from '../../nodes/WebData/transport/multipart';

const encode = async (parts: MultipartBody) => await text((await openUpload(parts, 'XX')).chunks);

const file = {
	...{ name: 'file', fileName: 'a.txt', contentType: 'text/plain' },
	content: Buffer.from('hello'),
};

describe('openUpload', () => {
	it('stops in a file of unknown size that is larger than its maximum', async () => {
		const content = async () => Readable.from(['hello', 'world']);
		await expect(encode([{ ...file, content, maxSize: 9 }])).rejects.toMatchObject({
			code: 'WEB_DATA_fileTooLarge',
		});
		await expect(encode([{ ...file, content, maxSize: 10 }])).resolves.toBeDefined();
	});

	it('does not let names and types add headers or parts', async () => {
		const body = await encode([
			{ ...file, name: 'a"\r\nX: 1', fileName: '"; x="\n', contentType: 'a/b\r\nX: 2\r\n\r\n--XX' },
		]);
		expect(body).toContain('name="a%22%0D%0AX: 1"; filename="%22; x=%22%0A"\r\n');
		expect(body).toContain('Content-Type: a/bX: 2--XX\r\n');
	});

	it('destroys a stream that is not read', async () => {
		const stream = Readable.from(['a']);
		const upload = await openUpload([{ ...file, content: async () => stream }], 'XX');
		upload.close();
		expect(stream.destroyed).toBe(true);
	});
});
