import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeProperties } from 'n8n-workflow';
import type { Workflow } from '../n8n/workflow';
import { nodeTypes } from '../support/nodeTypes';
import { STICKY, reachedFrom, rootsOf } from './canvas';
import { exampleFiles, newestVersions, readExample } from './exampleFiles';
import { unknownParameters } from './unknownParameters';

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

interface Example extends Workflow {
	file: string;
	names: string[];
	working: Workflow['nodes'];
	/** Texts of the notes. */
	notes: string[];
}

const examples = exampleFiles.map((file): Example => {
	const workflow = readExample(file);
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
			const reached = reachedFrom(workflow, trigger ?? '');
			const lost = working
				.map(({ name }) => name)
				.filter((name) => name !== trigger && rootsOf(workflow, name).length === 0)
				.filter((name) => !reached.has(name));
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
		const wrong = inExamples(({ nodes }) => {
			const own = nodes.filter(formOf);
			if (own.length === 0) return ['no node of the package'];
			return own.flatMap((node) =>
				unknownParameters(formOf(node) ?? [], node.parameters, node as unknown as INode),
			);
		});
		expect(wrong).toEqual([]);
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
