// A template for n8n's user folder, with a migrated database and an owner account. The template is
// created once and copied for each start.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/listen';
import { releaseLock, tryLock } from '../support/lock';
import { childOf } from './child';
import { type Home, lockHash, pinned } from './places';
import { type Owner, setUpOwner } from './rest';
import { until } from './until';

export interface Identity {
	owner: Owner;
	encryptionKey: string;
}

const identityFile = 'identity.json';

/** Creates a temporary user folder from the template. The caller must remove the folder. */
export async function newUserFolder(
	home = pinned,
): Promise<{ folder: string; identity: Identity }> {
	const template = join(home.cache, `user-folder-${lockHash(home)}`);
	if (!existsSync(template)) await makeTemplateOnce(home, template);
	const folder = await mkdtemp(join(tmpdir(), 'web-data-n8n-'));
	await cp(template, folder, { recursive: true });
	return { folder, identity: await identityOf(folder) };
}

export async function identityOf(folder: string): Promise<Identity> {
	return JSON.parse(await readFile(join(folder, identityFile), 'utf8')) as Identity;
}

async function makeTemplateOnce(home: Home, template: string): Promise<void> {
	const lock = `${template}.lock`;
	await mkdir(home.cache, { recursive: true });
	await until('the template is unlocked', () => tryLock(lock));
	try {
		if (!existsSync(template)) await makeTemplate(home, template);
	} finally {
		releaseLock(lock);
	}
}

async function makeTemplate(home: Home, template: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'web-data-n8n-'));
	try {
		await mkdir(join(folder, 'tmp'));
		await migrate(home, folder, newIdentity());
		const draft = `${template}.${process.pid}`;
		await cp(folder, draft, { recursive: true });
		await rename(draft, template);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function migrate(home: Home, folder: string, identity: Identity): Promise<void> {
	const port = await freePort();
	const { encryptionKey } = identity;
	const child = childOf({
		home,
		userFolder: folder,
		temporary: true,
		port,
		encryptionKey,
		env: {},
	});
	await child.start();
	try {
		await setUpOwner(`http://127.0.0.1:${port}`, identity.owner);
	} finally {
		await child.stop();
	}
	await writeFile(join(folder, identityFile), JSON.stringify(identity));
}

/** n8n requires an uppercase letter and a digit in a password. */
export function newIdentity(): Identity {
	return {
		owner: { email: 'owner@example.com', password: `Web1-${randomBytes(9).toString('base64url')}` },
		encryptionKey: randomBytes(24).toString('hex'),
	};
}
