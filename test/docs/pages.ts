import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTables } from './errorTables';
import { headings, optionTables } from './optionTables';

export const root = join(__dirname, '../..');

export const pages: readonly string[] = [
	...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'LICENSE.md'),
	...['docs', 'docs/reference'].flatMap((folder) =>
		readdirSync(join(root, folder))
			.filter((name) => name.endsWith('.md'))
			.map((name) => `${folder}/${name}`),
	),
];

export const pageText = (page: string): string => readFileSync(join(root, page), 'utf8');

const generated: Record<string, Record<string, () => string>> = {
	'docs/reference/errors.md': errorTables,
	'docs/reference/options.md': optionTables,
};

export const generatedPages = Object.keys(generated);

/** Adds a section for a new operation after the section of the operation before it. */
function withSection(text: string, name: string, previous: string): string {
	const end = `<!-- /${previous} -->`;
	const section = `## ${headings[name]}\n\n<!-- ${name} -->\n<!-- /${name} -->`;
	return text.replace(end, () => `${end}\n\n${section}`);
}

/**
 * Returns the text of the page with up-to-date generated parts. The markers `<!-- name -->` and
 * `<!-- /name -->` enclose each generated part.
 */
export function withTables(page: string, text: string): string {
	return Object.entries(generated[page] ?? {}).reduce((before, [name, make], index, parts) => {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const isNew = !before.includes(begin) && name in headings;
		const whole = isNew ? withSection(before, name, parts[index - 1]?.[0] ?? '') : before;
		const from = whole.indexOf(begin);
		const to = whole.indexOf(end);
		if (from < 0 || to < from) throw new Error(`${page} has no place for "${name}"`);
		return `${whole.slice(0, from + begin.length)}\n\n${make()}\n\n${whole.slice(to)}`;
	}, text);
}
