import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseLock, tryLock } from './lock';

let parent: string;
let folder: string;

beforeEach(() => {
	parent = fs.mkdtempSync(join(tmpdir(), 'lock-'));
	folder = join(parent, 'install.lock');
});
afterEach(() => {
	fs.rmSync(parent, { recursive: true });
});

describe('a lock', () => {
	it('belongs to the first process until its release', () => {
		expect([tryLock(folder), tryLock(folder)]).toEqual([true, false]);
		releaseLock(folder);
		expect(tryLock(folder)).toBe(true);
		expect(fs.readdirSync(parent)).toEqual(['install.lock']);
	});

	it('is removed if its owner no longer runs', () => {
		const { pid } = spawnSync(process.execPath, ['--version']);
		tryLock(folder);
		fs.writeFileSync(join(folder, 'pid'), String(pid));
		expect([tryLock(folder), tryLock(folder)]).toEqual([false, true]);
	});
});
