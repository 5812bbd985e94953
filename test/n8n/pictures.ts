// Takes pictures of the node and the examples in n8n's editor.
//
//   npx tsx test/n8n/pictures.ts [folder] [pattern]   takes pictures for review
//   npx tsx test/n8n/pictures.ts --docs [pattern]     writes the pictures for the documentation to docs/pictures
//
// The pattern is a regular expression for the names of the pictures. Without a pattern, the command takes all
// pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalService } from '../localService/localService';
import { type Editor, openEditor } from './editor';
import { canvasClip, examplePictures } from './examplePictures';
import { reportError } from '../support/reportError';
import { WINDOW, cutLabels, piecesOfForm } from './formPieces';
import { type N8n, startN8n } from './n8n';
import { nodePictures } from './nodePictures';
import { repositoryRoot } from './places';

const CREDENTIAL = 'Web Data account';

export interface Scene {
	editor: Editor;
	n8n: N8n;
	service: { url: string; apiKey: string };
	credential: { id: string; name: string };
}

export interface Picture {
	name: string;
	prepare: (scene: Scene) => Promise<void>;
	wholeForm?: boolean;
	canvasAlone?: boolean;
	/** Whether the picture uses one image pixel per CSS pixel. */
	small?: boolean;
	/** File name in docs/pictures. Undefined if the documentation does not use the picture. */
	inDocs?: string;
}

export async function takePictures(
	scene: Scene,
	folder: string,
	wanted: readonly Picture[] = [...examplePictures, ...nodePictures],
): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const { page } = scene.editor;
	for (const { name, prepare, wholeForm, canvasAlone, small } of wanted) {
		await page.setViewportSize(WINDOW);
		await prepare(scene);
		// Waits until fonts and icons are loaded and the animation of n8n's panels has ended.
		await page.waitForTimeout(800);
		const whole = canvasAlone ? await canvasClip(page) : undefined;
		const pieces = wholeForm ? await piecesOfForm(page) : [whole];
		const cut = wholeForm ? await cutLabels(page) : [];
		if (cut.length > 0) process.stderr.write(`Cut labels: ${cut.join(', ')}\n`);
		for (const [index, clip] of pieces.entries()) {
			const path = join(folder, `${[name, ...(wholeForm ? [index + 1] : [])].join('-')}.png`);
			await page.screenshot({ path, clip, scale: canvasAlone || small ? 'css' : 'device' });
			process.stdout.write(`${path}\n`);
		}
	}
}

async function main(folder: string, wanted?: readonly Picture[]): Promise<void> {
	const service = await startLocalService();
	service.addFaults({
		when: { path: '/v2/scrape', body: { url: `${service.url}/pages/refused.html` } },
		times: 0,
		answer: { kind: 'errorRow', id: 'paymentRequired' },
	});
	const n8n = await startN8n();
	try {
		await photograph(n8n, service, folder, wanted);
	} finally {
		await n8n.stop();
		await service.close();
	}
}

async function photograph(
	n8n: N8n,
	service: Scene['service'],
	folder: string,
	wanted?: readonly Picture[],
): Promise<void> {
	const editor = await openEditor(n8n);
	const data = { baseUrl: service.url, apiKey: service.apiKey };
	const { id } = await n8n.createCredential(CREDENTIAL, data);
	try {
		const scene = { editor, n8n, service, credential: { id, name: CREDENTIAL } };
		await takePictures(scene, folder, wanted);
	} finally {
		await editor.close();
	}
}

const forDocs = [
	...examplePictures,
	...nodePictures.flatMap((picture) =>
		picture.inDocs === undefined ? [] : [{ ...picture, name: picture.inDocs, small: true }],
	),
];

if (require.main === module) {
	const [given = join(repositoryRoot, 'build', 'pictures'), pattern = ''] = process.argv.slice(2);
	const named = (pictures: readonly Picture[]): Picture[] =>
		pictures.filter(({ name }) => new RegExp(pattern).test(name));
	const run =
		given === '--docs'
			? main(join(repositoryRoot, 'docs', 'pictures'), named(forDocs))
			: main(given, named([...examplePictures, ...nodePictures]));
	run.catch(reportError);
}
