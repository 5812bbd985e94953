import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { resources } from '../../nodes/WebData/resources';
import packageJson from '../../package.json';
import { filesIn } from '../support/sourceFiles';
import { knownLabels } from './labels';
import { anchorsIn, labelsIn, linksOfPage, samplesIn } from './markdown';
import { headings } from './optionTables';
import { generatedPages, pages, root, pageText, withTables } from './pages';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		...operation,
		key: `${resource.value}.${operation.value}`,
		resource: resource.name,
	})),
);

/** Returns what is wrong in each page, with the name of the page. */
const inPages = (wrongIn: (text: string, page: string) => readonly string[]): string[] =>
	pages.flatMap((page) => wrongIn(pageText(page), page).map((wrong) => `${page}: ${wrong}`));

it('the generated parts of the pages are up to date (npm run docs)', () => {
	for (const page of generatedPages) expect(withTables(page, pageText(page))).toBe(pageText(page));
});

const placeOf = (page: string, target: string): [string, string | undefined] => {
	const [path = '', anchor] = target.split('#');
	return [path === '' ? page : normalize(join(dirname(page), path)), anchor];
};

const linkExists = (page: string, target: string): boolean => {
	const [path, anchor] = placeOf(page, target);
	if (!existsSync(join(root, path))) return false;
	return anchor === undefined || anchorsIn(pageText(path)).includes(anchor);
};

/** Returns the source files that do not exist, and files without the name after them, as in `a/b.ts` `name`. */
const wrongSources = (text: string): string[] =>
	[...text.matchAll(/`([\w/.]+\.ts)`((?: `\w+`(?:, `\w+`)*)?)/g)].flatMap(
		([place, path = '', names = '']) => {
			const file = [path, `nodes/WebData/${path}`].find((each) => existsSync(join(root, each)));
			if (file === undefined) return [place];
			const identifiers = new Set(pageText(file).match(/\w+/g));
			return (names.match(/\w+/g) ?? []).every((name) => identifiers.has(name)) ? [] : [place];
		},
	);

describe('the pages', () => {
	it('link to and name only existing files, headings, pictures (npm run pictures), and code', () => {
		const missing = inPages((text, page) => [
			...linksOfPage(text).filter(
				(target) => !/^[a-z]+:/.test(target) && !linkExists(page, target),
			),
			...wrongSources(text),
		]);
		expect(missing).toEqual([]);
	});

	it('name only existing commands', () => {
		const unknown = inPages((text) =>
			[...text.matchAll(/npm (?:run ([\w:]+)|(test|start)\b)/g)]
				.map(([, script, own]) => script ?? own ?? '')
				.filter((name) => !Object.hasOwn(packageJson.scripts, name)),
		);
		expect(unknown).toEqual([]);
	});

	it('name only existing labels, some with a value, as in On Error: Continue', () => {
		const isKnown = (label: string): boolean =>
			knownLabels.has(label) || label.split(': ').every((part) => knownLabels.has(part));
		expect(inPages((text) => labelsIn(text).filter((label) => !isKnown(label)))).toEqual([]);
	});

	it('are all in the index', () => {
		const index = 'docs/README.md';
		const linked = linksOfPage(pageText(index)).map((target) => placeOf(index, target)[0]);
		expect(pages.filter((page) => page !== index && !linked.includes(page))).toEqual([]);
	});
});

it('the texts in the sources name only existing labels', () => {
	const unknown = filesIn('nodes')
		.flatMap((file) => pageText(file).match(/"[^"\n]*"|`[^`\n]*`/g) ?? [])
		.flatMap((text) => [...text.matchAll(/(?<!\w)'([A-Z][^'$]+)'(?!\w)/g)])
		.flatMap(([, path = '']) => path.split(' > '))
		.filter((label) => !knownLabels.has(label));
	expect(unknown).toEqual([]);
});

it('README lists the resources in the order of the form, with their operations, and their number', () => {
	const listed = [...pageText('README.md').matchAll(/^\| ([A-Z][A-Za-z ]+) \| (\*.*)$/gm)];
	expect(listed.map(([, name]) => name)).toEqual(resources.map(({ name }) => name));
	const missing = operations.filter(
		({ resource, name }) =>
			!listed.some(([, of, row]) => of === resource && row?.includes(`*${name}*`)),
	);
	expect(missing.map(({ action }) => action)).toEqual([]);
	expect(pageText('README.md')).toContain(`${operations.length} operations and two triggers`);
});

it('README contains the demo and the tests as commands to copy', () => {
	expect(pageText('README.md')).toContain('```sh\nnpm ci && npm run demo\n```');
	expect(pageText('README.md')).toContain('```sh\nnpm ci && npm test\n```');
});

it('README promises no more than the benchmark measured', () => {
	const results = pageText('test/bench/RESULTS.md');
	const promised = /at least (\d+)% less time and (\d+)% less CPU/.exec(pageText('README.md'));
	const measured = ['duration', 'CPU per item'].map((name) => {
		const figure = new RegExp(
			`n8n, ${name}, relative to the HTTP Request node, https +\\| [^|]+\\| ([\\d.]+) ×`,
		).exec(results)?.[1];
		return (1 - Number(figure)) * 100;
	});
	expect(measured[0]).toBeGreaterThanOrEqual(Number(promised?.[1]));
	expect(measured[1]).toBeGreaterThanOrEqual(Number(promised?.[2]));
});

describe('each operation', () => {
	const sections = operations.map(({ key, output }) => ({
		heading: headings[key] ?? key,
		known: Object.keys(output.shape as object),
	}));

	it('has a section in the list of operations and in the list of options', () => {
		const missing = ['docs/operations.md', 'docs/reference/options.md'].flatMap((page) => {
			const lines = pageText(page).split('\n');
			return sections.filter(({ heading }) => !lines.includes(`## ${heading}`));
		});
		expect(missing).toEqual([]);
	});

	it('has output samples with existing fields, or names the operation with the same output', () => {
		const text = pageText('docs/operations.md');
		const samples = samplesIn(text);
		const wrong = sections.filter(({ heading, known }) => {
			const own = samples.filter((sample) => sample.heading === heading);
			const keys = own.flatMap(({ json }) => Object.keys(json as object));
			const [, section = ''] = text.split(`\n## ${heading}\n`);
			const [content = ''] = section.split('\n## ');
			const hasOutput = keys.length > 0 || /same output as \[[^\]]+\]\(#/.test(content);
			return !hasOutput || keys.some((key) => !known.includes(key));
		});
		expect(wrong).toEqual([]);
	});
});
