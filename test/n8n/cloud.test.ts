import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorRowFault } from '../localService/faults';
import { itemsOf } from './execution';
import { pinned, repositoryRoot } from './places';
import { useSetup } from './setup';
import { itemsChain, webDataNode } from './workflow';

const setup = useSetup({ packageRoot: join(repositoryRoot, 'build', 'cloud') });

it('the package is installed, and n8n has the HTTP client that the other tests of this build use', () => {
	const versionIn = (folder: string) =>
		(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
	const installed = join(setup.n8n.userFolder, '.n8n/nodes/node_modules/n8n-nodes-web-data');
	expect(versionIn(installed)).toMatch(/-cloud\.\d+$/);
	const inNode = (path: string) => versionIn(join(repositoryRoot, 'node_modules', path));
	const inN8n = (path: string) => versionIn(join(pinned.modules, path));
	expect(inNode('@n8n/backend-network')).toBe(inN8n('@n8n/backend-network'));
	expect(inNode('axios')).toBe(inN8n('@n8n/backend-network/node_modules/axios'));
});

it('scrapes pages when the first response is a 503, and downloads their files', async () => {
	setup.service.addFaults(errorRowFault('serviceUnavailable'));
	const formats = { format: [{ type: 'screenshot' }] };
	const node = webDataNode({ url: '={{ $json.url }}', formats, downloadFiles: true });
	const items = ['article', 'tables', 'product'].map((name) => ({ url: setup.page(name) }));
	const execution = await setup.execute(itemsChain('pages', [node]), { items });
	expect(itemsOf(execution)).toMatchObject(
		items.map(({ url }) => ({
			json: { metadata: { sourceURL: url } },
			binary: { screenshot: { mimeType: 'image/png', fileExtension: 'png' } },
		})),
	);
	expect(setup.scrapes()).toHaveLength(4);
	expect(JSON.stringify(setup.service.fetches)).not.toContain(setup.apiKey);
});

it('the API key is not in the log of n8n', () => {
	expect(setup.n8n.log()).not.toContain(setup.apiKey);
});
