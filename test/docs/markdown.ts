export type Row = readonly string[];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const table = (head: Row, rows: readonly Row[]): string =>
	[head, head.map(() => '---'), ...rows]
		.map((row) => `| ${row.map(cell).join(' | ')} |`)
		.join('\n');

export const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');

/** Removes code, because brackets and asterisks in code do not mark links or labels. */
const withoutCode = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '`');

/** Returns the targets of links and pictures. */
export const linksOfPage = (text: string): string[] =>
	[...withoutCode(text).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** Returns the anchors that GitHub generates for the headings of a page. */
export const anchorsIn = (text: string): string[] =>
	[...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** The documentation uses italics only for labels. A path such as `A > B` contains one label per step. */
export const labelsIn = (text: string): string[] =>
	[...withoutCode(text).matchAll(/(?<![*\\\w])\*(?!\*)([^*\n]+)\*(?!\*)/g)].flatMap(
		([, label = '']) => label.split(/ [>→] /),
	);

export function samplesIn(text: string): { heading: string; json: unknown }[] {
	let heading = '';
	return [...text.matchAll(/^#{2,3} (.+)$|^```json\n([\s\S]*?)^```$/gm)].flatMap(
		([, title, json]) => {
			heading = title ?? heading;
			return json === undefined ? [] : [{ heading, json: JSON.parse(json) as unknown }];
		},
	);
}
