// Markdown as the pages are written: tables to make, and links, headings and labels to find.

export type Row = readonly string[];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const table = (head: Row, rows: readonly Row[]): string =>
	[head, head.map(() => '---'), ...rows]
		.map((row) => `| ${row.map(cell).join(' | ')} |`)
		.join('\n');

export const stop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');

/** Without what is shown as code: nothing in there is a link or a label. */
const withoutCode = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '`');

export interface Link {
	target: string;
	isPicture: boolean;
}

/** Where the links and pictures of a page lead. */
export const linksIn = (text: string): Link[] =>
	[...withoutCode(text).matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark, target = '']) => ({
		target,
		isPicture: mark === '!',
	}));

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsIn = (text: string): string[] =>
	[...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** What stands in italics, which these pages keep for the labels of forms and editors; one entry for each step of a path to a field. */
export const labelsIn = (text: string): string[] =>
	[...withoutCode(text).matchAll(/(?<![*\\\w])\*(?!\*)([^*\n]+)\*(?!\*)/g)].flatMap(
		([, label = '']) => label.split(/ [>→] /),
	);

export interface Sample {
	/** The text of the heading of second or third rank that the sample stands below. */
	heading: string;
	json: unknown;
}

/** The blocks of JSON in a page. */
export function samplesIn(text: string): Sample[] {
	let heading = '';
	return [...text.matchAll(/^#{2,3} (.+)$|^```json\n([\s\S]*?)^```$/gm)].flatMap(
		([, title, json]) => {
			heading = title ?? heading;
			return json === undefined ? [] : [{ heading, json: JSON.parse(json) as unknown }];
		},
	);
}
