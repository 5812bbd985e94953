import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Operation } from '../../nodes/WebData/operations/operation';
import { resources } from '../../nodes/WebData/operations';
import { everyField } from '../operations/everyField';
import { knownLabels } from './labels';
import { anchorsIn, labelsIn, linksOfPage, samplesIn } from './markdown';
import { NOT_SENT, sentElsewhereNames } from './optionTables';
import { generatedPages, pages, root, pageText, withTables } from './pages';

const operations = resources.flatMap((resource) => resource.operations);

it.each(generatedPages)('the generated parts of %s are up to date (npm run docs)', (page) => {
	expect(withTables(page, pageText(page))).toBe(pageText(page));
});

it('every field that is listed as not sent under its own name is in the form', () => {
	const names = operations.flatMap(({ fields }) =>
		everyField(fields).map(({ field }) => field.name),
	);
	expect(sentElsewhereNames.filter((name) => !names.includes(name))).toEqual([]);
});

const unsentFields = [
	'Before: Max Characters',
	'Cancel on Stop',
	'Compare',
	'Delete on Stop',
	'Download Files',
	'Emit First Check',
	'Event Types',
	'Failed Pages',
	'Ignore Digits',
	'Ignore Lines Containing',
	'Input: Skip Unsupported Files',
	'Instruction',
	'Job IDs',
	'Kind',
	'Limit',
	'Max Concurrency',
	'Max Credits per Execution',
	'Max File Size (MB)',
	'Max Files at Once',
	'Max Response Size (MB)',
	'Max Retry Wait (Seconds)',
	'Max Text Length',
	'Max Tries',
	'Max Wait (Seconds)',
	'Metadata',
	'Only Meaningful Changes',
	'Output As',
	'Output Field Prefix',
	'Output Shape',
	'Output: Fail on Page Error',
	'Output: Failed Pages',
	'Page Statuses',
	'Poll Interval (Seconds)',
	'Preview Request',
	'Put Output File in Field',
	'Read Status',
	'Return All',
	'Scrape Results',
	'Signature Header',
	'Simplify',
	'Specify Calls',
	'Specify Monitor',
	'Specify Schedule',
	'Specify Tool Options',
	'Tool Description',
	'URLs From',
	'Wait For',
	'Wait for Check',
	'When Deactivated',
	'When Max Wait Is Over',
];

it('no field of the service is listed as not sent', () => {
	const rows = pageText('docs/options.md').matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm);
	const localFields = [...rows]
		.filter(([, , way]) => way === NOT_SENT)
		.map(([, label = '']) => label);
	expect([...new Set(localFields.map((label) => label.split(' > ').at(-1)))].sort()).toEqual(
		unsentFields,
	);
});

/** A label can include a value, as in `On Error: Continue`. */
const isKnown = (label: string): boolean =>
	knownLabels.has(label) || label.split(': ').every((part) => knownLabels.has(part));

const isOutside = (target: string): boolean => /^[a-z]+:/.test(target);

const placeOf = (page: string, target: string): [string, string | undefined] => {
	const [path = '', anchor] = target.split('#');
	return [path === '' ? page : normalize(join(dirname(page), path)), anchor];
};

const linkExists = (page: string, target: string): boolean => {
	const [path, anchor] = placeOf(page, target);
	if (!existsSync(join(root, path))) return false;
	return anchor === undefined || anchorsIn(pageText(path)).includes(anchor);
};

describe.each(pages)('%s', (page) => {
	const text = pageText(page);
	const inside = linksOfPage(text).filter(({ target }) => !isOutside(target));
	const missing = (pictures: boolean) =>
		inside
			.filter(({ target, isPicture }) => isPicture === pictures && !linkExists(page, target))
			.map(({ target }) => target);

	it('links only to existing files and headings', () => {
		expect(missing(false)).toEqual([]);
	});

	it('shows only existing pictures (npm run pictures)', () => {
		expect(missing(true)).toEqual([]);
	});

	it('names only existing commands', () => {
		const { scripts } = jest.requireActual<{ scripts: object }>('../../package.json');
		const named = [...text.matchAll(/npm (?:run ([\w:]+)|(test|start)\b)/g)].map(
			([, script, own]) => script ?? own,
		);
		expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
	});

	it('names only existing labels', () => {
		expect(labelsIn(text).filter((label) => !isKnown(label))).toEqual([]);
	});
});

it('every page is in the index', () => {
	const linked = linksOfPage(pageText('docs/README.md')).map(
		({ target }) => placeOf('docs/README.md', target)[0],
	);
	expect([...pages].filter((page) => page !== 'docs/README.md' && !linked.includes(page))).toEqual(
		[],
	);
});

const isShared = (name: string): boolean =>
	operations.filter((operation) => operation.name === name).length > 1;

const sharedSections: ReadonlySet<string> = new Set(['Get Pages', 'Get Errors']);

const sections = resources.flatMap((resource) =>
	resource.operations.map((operation): [string, Operation] => {
		const { name } = operation;
		const own = `${resource.name}: ${name}`;
		return [isShared(name) && !sharedSections.has(name) ? own : name, operation];
	}),
);

describe.each(sections)('%s', (name, { output, value }) => {
	it.each(['docs/operations.md', 'docs/options.md'])('has a section in %s', (page) => {
		expect(pageText(page).split('\n')).toContain(`## ${name}`);
	});

	it('contains output samples with existing fields', () => {
		const samples = samplesIn(pageText('docs/operations.md')).filter(
			({ heading }) => heading === name,
		);
		const keys = samples.flatMap(({ json }) => Object.keys(json as object));
		const known: string[] = Object.keys(output.shape as object);
		expect(keys.length > 0 || value === 'wait').toBe(true);
		expect(keys.filter((key) => !known.includes(key))).toEqual([]);
	});
});

it('the sample error item contains its three fields', () => {
	const [sample] = samplesIn(pageText('docs/errors.md'));
	expect(Object.keys(sample?.json as object)).toEqual(['error', 'message', 'details']);
});

it('the conversation in docs/ai-tools.md contains the texts of the tool', () => {
	const scrape = operations.find(({ name }) => name === 'Scrape');
	const url = scrape?.fields.find(({ name }) => name === 'url');
	const conversation = pageText('docs/ai-tools.md').replaceAll(/\s+/g, ' ');
	expect(conversation).toContain(`Scrape_page_in_Web_Data: ${scrape?.toolDescription}`);
	expect(conversation).toContain(`"description":"${url?.description}"`);
});
