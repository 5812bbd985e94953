import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useBuiltNode } from '../support/useBuiltNode';

const { run, bodies } = useBuiltNode();

interface ReadmeNode {
	name: string;
	parameters: { resource?: string; operation?: string };
}

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const [, json = ''] = /```json\n(\{\n {2}"nodes".*?)```/s.exec(readme) ?? [];
const { nodes } = JSON.parse(json) as { nodes: ReadmeNode[] };

it('the workflow in README sends what its text says', async () => {
	const previewed = { requestSettings: { previewRequest: true } };
	const sent = [];
	for (const { parameters } of nodes.filter(({ parameters: { resource } }) => resource)) {
		const { resource, operation, ...form } = parameters;
		const { first } = await run(`${resource}.${operation}`, { ...form, ...previewed });
		sent.push(first?.body);
	}
	expect(bodies()).toEqual([]);
	expect(sent).toEqual([
		{ url: 'https://example.com', formats: ['markdown', 'links'], maxAge: 0 },
		expect.objectContaining({
			urls: ['https://example.com', 'https://example.org'],
			formats: ['html'],
		}),
	]);
});
