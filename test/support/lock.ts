import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pidFileIn = (folder: string): string => join(folder, 'pid');

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Creates the lock folder, and returns whether this process owns the lock. The folder gets its
 * final name after the process ID is written, so no other process sees a lock without an owner.
 */
export function tryLock(folder: string): boolean {
	const own = mkdtempSync(`${folder}-`);
	writeFileSync(pidFileIn(own), String(process.pid));
	try {
		renameSync(own, folder);
		return true;
	} catch {
		remove(own);
		removeAfterCrash(folder);
		return false;
	}
}

export const releaseLock = remove;

function removeAfterCrash(folder: string): void {
	const pid = readPid(folder);
	if (pid !== undefined && !isAlive(pid)) remove(folder);
}

function readPid(folder: string): number | undefined {
	try {
		return Number(readFileSync(pidFileIn(folder), 'utf8'));
	} catch {
		return undefined;
	}
}

function isAlive(pid: number): boolean {
	if (!Number.isInteger(pid) || pid <= 0) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
