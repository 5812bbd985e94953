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
	jest.restoreAllMocks();
	fs.rmSync(parent, { recursive: true });
});

describe('a lock', () => {
	it('belongs to the first process until its release', () => {
		expect([tryLock(folder), tryLock(folder)]).toEqual([true, false]);
		releaseLock(folder);
		expect(tryLock(folder)).toBe(true);
		expect(fs.readdirSync(parent)).toEqual(['install.lock']);
	});

	it('belongs to one process if another process tries while the owner is written', () => {
		const write = fs.writeFileSync;
		const results: boolean[] = [];
		jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((...args) => {
			results.push(tryLock(folder));
			write(...args);
		});
		results.push(tryLock(folder));
		expect(results.sort()).toEqual([false, true]);
		expect(tryLock(folder)).toBe(false);
	});

	it('is removed if its owner no longer runs', () => {
		const { pid } = spawnSync(process.execPath, ['--version']);
		tryLock(folder);
		fs.writeFileSync(join(folder, 'pid'), String(pid));
		expect([tryLock(folder), tryLock(folder)]).toEqual([false, true]);
	});
});
