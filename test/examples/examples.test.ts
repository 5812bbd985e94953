import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeProperties } from 'n8n-workflow';
import { properties } from '../../nodes/WebData/operations';
import type { Workflow } from '../n8n/workflow';
import { nodeTypes } from '../support/nodeTypes';
import { STICKY, boxesOf, nextOf, overlap, reachedFrom, rootsOf } from './canvas';
import { exampleFiles, newestVersions, readExample } from './exampleFiles';
import { unknownParameters } from './unknownParameters';

const root = join(__dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

/** n8n adds the field `pollTimes` to every polling node. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'json',
	default: '',
};

const forms = new Map(
	nodeTypes().map(({ description: { name, properties: fields, polling } }) => [
		`n8n-nodes-web-data.${name}`,
		polling === true ? [pollTimes, ...fields] : fields,
	]),
);

const formOf = (type: string): INodeProperties[] | undefined => forms.get(type);

const notesOf = ({ nodes }: Workflow) => nodes.filter(({ type }) => type === STICKY);
const working = ({ nodes }: Workflow) => nodes.filter(({ type }) => type !== STICKY);

test('the folder contains at least eight examples and nothing else', () => {
	expect(exampleFiles.length).toBeGreaterThanOrEqual(8);
	expect(exampleFiles.filter((file) => !/^[a-z-]+\.json$/.test(file))).toEqual([]);
});

test('unknownParameters finds a stray parameter at any depth', () => {
	const withStrayParameter = {
		resource: 'scrape',
		operation: 'scrape',
		url: 'https://example.com',
		prompt: 'Of another operation',
		formats: { format: [{ type: 'markdown', schema: '{}' }], formats: [] },
		options: { maxAge: 0, maximumAge: 0 },
	};
	expect(unknownParameters(properties, withStrayParameter, { typeVersion: 1 } as INode)).toEqual([
		'prompt',
		'formats.format.0.schema',
		'formats.formats',
		'options.maximumAge',
	]);
});

describe.each(exampleFiles)('%s', (file) => {
	const workflow = readExample(file);
	const { nodes, connections } = workflow;
	const names = nodes.map(({ name }) => name);
	const at = (name: string) => nodes.find((node) => node.name === name)?.position ?? [NaN, NaN];

	it('contains a note about its purpose, settings, and costs', () => {
		const notes = notesOf(workflow).map(({ parameters }) => parameters.content);
		expect(notes).toHaveLength(1);
		expect(notes[0]).toMatch(/^## .+\n/);
		for (const part of ['What it does', 'What to set', 'What it costs']) {
			expect(notes[0]).toContain(`**${part}`);
		}
	});

	it('has a note that names only its own nodes', () => {
		const [note] = notesOf(workflow);
		const bold = [...String(note?.parameters.content).matchAll(/\*\*([^*]+)\*\*/g)];
		const named = bold.map(([, name]) => name).filter((name) => !/^What (it|to)/.test(name ?? ''));
		expect(named.length).toBeGreaterThan(0);
		for (const name of named) expect(names).toContain(name);
	});

	it('has nodes with unique names and IDs, each reachable from a trigger', () => {
		const ids = nodes.map(({ id }) => id);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(ids).size).toBe(ids.length);
		const [trigger, ...others] = working(workflow).filter(({ type }) =>
			/[tT]rigger$|\.webhook$/.test(type),
		);
		expect(others).toEqual([]);
		const reached = reachedFrom(workflow, trigger?.name ?? '');
		const subNodes = names.filter((name) => rootsOf(workflow, name).length > 0);
		const expected = working(workflow).filter(
			(node) => node !== trigger && !subNodes.includes(node.name),
		);
		expect([...reached].sort()).toEqual(expected.map(({ name }) => name).sort());
		expect(names).toEqual(expect.arrayContaining(Object.keys(connections)));
	});

	it('has the newest version of each node', () => {
		const versions = nodes.map(({ type, typeVersion }) => [type, typeVersion]);
		expect(versions).toEqual(nodes.map(({ type }) => [type, newestVersions[type]]));
	});

	it('sets only parameters that the form of the node has and shows', () => {
		const packageNodes = nodes.flatMap((node) => {
			const fields = formOf(node.type);
			return fields === undefined ? [] : [{ node, fields }];
		});
		expect(packageNodes.length).toBeGreaterThan(0);
		for (const { node, fields } of packageNodes) {
			expect(unknownParameters(fields, node.parameters, node as unknown as INode)).toEqual([]);
		}
	});

	it('names credentials without their ids', () => {
		const credentialRefs = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
		expect(credentialRefs.map(({ id }) => id)).toEqual(credentialRefs.map(() => null));
		for (const { name } of credentialRefs) expect(name).toMatch(/ account$/);
	});

	it('runs from left to right, except for loops, with sub-nodes below', () => {
		for (const name of names) {
			for (const next of nextOf(workflow, name)) {
				const isLoop = reachedFrom(workflow, next).has(name);
				if (!isLoop) expect(at(next)[0] - at(name)[0]).toBeGreaterThanOrEqual(200);
			}
			for (const above of rootsOf(workflow, name))
				expect(at(name)[1]).toBeGreaterThan(at(above)[1]);
		}
	});

	it('has no overlapping nodes or notes', () => {
		const boxes = boxesOf(workflow);
		const overlapping = boxes.flatMap((one, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => overlap(one, other))
				.map(({ name }) => [one.name, name]),
		);
		expect(overlapping).toEqual([]);
	});

	it('uses only example addresses', () => {
		const parameters = JSON.stringify(working(workflow).map((node) => node.parameters));
		const hosts = [...parameters.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host);
		for (const host of hosts) expect(host).toMatch(/(^|\.)example\.(com|org)$/);
	});

	it('has the same name in its file name, its note, and docs/examples.md', () => {
		const { name = '' } = workflow;
		const [note] = notesOf(workflow);
		expect(`${name.toLowerCase().replaceAll(' ', '-')}.json`).toBe(file);
		expect(note?.parameters.content).toContain(`## ${name}\n`);
		expect(text('docs/examples.md')).toContain(`\n## ${name}\n`);
	});

	it('is in docs/examples.md, with a link and a picture', () => {
		const picture = `pictures/example-${file.replace('.json', '')}.png`;
		const links = [`](../examples/${file})`, `](${picture})`];
		expect(links.filter((link) => !text('docs/examples.md').includes(link))).toEqual([]);
		expect(existsSync(join(root, 'docs', picture))).toBe(true);
		expect(statSync(join(root, 'docs', picture)).size).toBeLessThanOrEqual(150 * 1024);
	});
});

test('docs/examples.md names only existing examples', () => {
	const named = [...text('docs/examples.md').matchAll(/\.\.\/examples\/([\w-]+\.json)/g)];
	expect(new Set(named.map(([, file]) => file))).toEqual(new Set(exampleFiles));
});
