import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
	type IConnections,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { type Workflow, example } from '../n8n/workflow';
import { nodeTypes } from '../support/nodeTypes';
import { exampleFiles, newestVersions } from './exampleFiles';

const STICKY = 'n8n-nodes-base.stickyNote';

const root = join(__dirname, '../..');
const docs = readFileSync(join(root, 'docs/examples.md'), 'utf8');

/** n8n adds the field `pollTimes` to every polling node. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'json',
	default: '',
};

const forms = new Map<string, INodeProperties[]>(
	nodeTypes().map(({ description: { name, properties: fields, polling } }) => [
		`n8n-nodes-web-data.${name}`,
		polling === true ? [pollTimes, ...fields] : fields,
	]),
);

/** A tool has the form of its node. */
const formOf = ({ type }: Workflow['nodes'][number]) => forms.get(type.replace(/Tool$/, ''));

/** Returns the parameters that the form has and shows, with their defaults. */
function shownIn(node: Workflow['nodes'][number]): INodeParameters | null {
	const stored = node.parameters as INodeParameters;
	const of = node as unknown as INode;
	const type = { name: node.type } as INodeTypeDescription;
	return NodeHelpers.getNodeParameters(formOf(node) ?? [], stored, true, false, of, type);
}

interface Example extends Workflow {
	file: string;
	names: string[];
	working: Workflow['nodes'];
	/** Texts of the notes. */
	notes: string[];
}

const examples = exampleFiles.map((file): Example => {
	const workflow = example(file);
	const { nodes } = workflow;
	return {
		...workflow,
		file,
		names: nodes.map(({ name }) => name),
		working: nodes.filter(({ type }) => type !== STICKY),
		notes: nodes
			.filter(({ type }) => type === STICKY)
			.map(({ parameters }) => String(parameters.content)),
	};
});

/** Returns what is wrong in each example, with the name of the file. */
const inExamples = (wrongIn: (example: Example) => readonly unknown[]) =>
	examples.flatMap((example) => wrongIn(example).map((wrong) => [example.file, wrong]));

/** Returns the nodes to which data flows from a node, and the nodes that these use, such as models and tools. */
function reachedFrom(name: string, { connections }: Workflow): Set<string> {
	const links = Object.entries(connections as IConnections).flatMap(([from, outputs]) =>
		Object.entries(outputs).flatMap(([type, targets]) =>
			targets
				.flatMap((each) => each ?? [])
				.map(({ node }) => (type === 'main' ? [from, node] : [node, from])),
		),
	);
	const reached = new Set([name]);
	for (const each of reached)
		for (const [from, to = ''] of links) if (from === each) reached.add(to);
	return reached;
}

test('the folder contains at least eight examples and nothing else', () => {
	expect(exampleFiles.length).toBeGreaterThanOrEqual(8);
	expect(exampleFiles.filter((file) => !/^[a-z-]+\.json$/.test(file))).toEqual([]);
});

describe('each example', () => {
	it('contains one note about its purpose, settings, and costs, which names only its own nodes', () => {
		const wrong = inExamples(({ names, notes: [note = '', ...others], name }) => {
			const bold = [...note.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text);
			const parts = ['What it does', 'What to set', 'What it costs'];
			const nodes = bold.filter((text) => !/^What (it|to)/.test(text));
			return [
				...(note.startsWith(`## ${name}\n`) ? [] : ['no heading']),
				...parts.filter((part) => !note.includes(`**${part}`)),
				...(nodes.length > 0 ? [] : ['no node']),
				...nodes.filter((node) => !names.includes(node)),
				...others,
			];
		});
		expect(wrong).toEqual([]);
	});

	it('has nodes with unique names and IDs, each reachable from one trigger', () => {
		const wrong = inExamples(({ names, working, ...workflow }) => {
			const ids = workflow.nodes.map(({ id }) => id);
			const twins = [...names, ...ids].filter((each, i, all) => all.indexOf(each) !== i);
			const [trigger, ...others] = working
				.filter(({ type }) => /[tT]rigger$|\.webhook$/.test(type))
				.map(({ name }) => name);
			const reached = reachedFrom(trigger ?? '', workflow);
			const lost = working.map(({ name }) => name).filter((name) => !reached.has(name));
			const unknown = [...reached, ...Object.keys(workflow.connections)].filter(
				(name) => !names.includes(name),
			);
			return [...twins, ...others, ...lost, ...unknown];
		});
		expect(wrong).toEqual([]);
	});

	it('is narrow enough to read its picture on GitHub', () => {
		expect(inExamples(({ nodes }) => nodes.filter(({ position: [x] }) => x > 1_120))).toEqual([]);
	});

	it('has the newest version of each node', () => {
		const old = inExamples(({ nodes }) =>
			nodes.filter(({ type, typeVersion }) => newestVersions[type] !== typeVersion),
		);
		expect(old).toEqual([]);
	});

	it('has a node of the package, and sets only parameters that its form has and shows', () => {
		const own = inExamples(({ nodes }) => nodes.filter(formOf)) as [string, Workflow['nodes'][0]][];
		expect(new Set(own.map(([file]) => file))).toEqual(new Set(exampleFiles));
		const shown = own.map(([file, node]) => [file, { ...node, parameters: shownIn(node) }]);
		expect(shown).toMatchObject(own);
	});

	it('names credentials without their ids, and uses only example addresses', () => {
		const wrong = inExamples(({ nodes, working }) => {
			const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
			const parameters = JSON.stringify(working.map((node) => node.parameters));
			const hosts = [...parameters.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = '']) => host);
			return [
				...credentials.filter(({ id, name }) => id !== null || !/ account$/.test(name)),
				...hosts.filter((host) => !/(^|\.)example\.(com|org)$/.test(host)),
			];
		});
		expect(wrong).toEqual([]);
	});

	it('is in docs/examples.md under the name of its file, with a link and a small picture', () => {
		const wrong = inExamples(({ file, name = '' }) => {
			const picture = `pictures/example-${file.replace('.json', '')}.png`;
			const needed = [`\n## ${name}\n`, `](../examples/${file})`, `](${picture})`];
			const path = join(root, 'docs', picture);
			const isSmall = existsSync(path) && statSync(path).size <= 150 * 1024;
			return [
				...needed.filter((text) => !docs.includes(text)),
				...(`${name.toLowerCase().replaceAll(' ', '-')}.json` === file ? [] : [name]),
				...(isSmall ? [] : [picture]),
			];
		});
		expect(wrong).toEqual([]);
	});
});

test('docs/examples.md names only existing examples', () => {
	const named = [...docs.matchAll(/\.\.\/examples\/([\w-]+\.json)/g)].map(([, file]) => file);
	expect(new Set(named)).toEqual(new Set(exampleFiles));
});
