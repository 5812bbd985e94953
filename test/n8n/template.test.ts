import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child';
import { homeIn, pinned } from './places';
import { newUserFolder } from './template';

jest.mock('./child', () => ({
	startChild: jest.fn(async () => ({ stop: async () => undefined })),
}));
jest.mock('./rest', () => ({ setUpOwner: async () => undefined }));

it('newUserFolder creates the template once for two simultaneous starts', async () => {
	const root = mkdtempSync(join(tmpdir(), 'template-'));
	copyFileSync(join(pinned.root, 'package-lock.json'), join(root, 'package-lock.json'));
	const home = homeIn(root, join(root, 'cache'));
	const folders = [];
	try {
		folders.push(...(await Promise.all([newUserFolder(home), newUserFolder(home)])));
		expect(folders[0]?.identity).toEqual(folders[1]?.identity);
		expect(startChild).toHaveBeenCalledTimes(1);
		expect(readdirSync(home.cache)).toHaveLength(1);
	} finally {
		[root, ...folders.map(({ folder }) => folder)].forEach((folder) =>
			rmSync(folder, { recursive: true }),
		);
	}
});
