import type { IDataObject } from 'n8n-workflow';

const MAX_LINES = 12;
const MAX_LINE_LENGTH = 110;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const shortLine = (line: string): string =>
	line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)} …` : line;

export function firstLines(text: string): string[] {
	const lines = text.split('\n');
	const shown = lines.slice(0, MAX_LINES).map(shortLine);
	const left = lines.length - shown.length;
	return left > 0 ? [...shown, `… and ${plural(left, 'more line')}`] : shown;
}

export function describePage({ markdown, metadata }: IDataObject): string {
	const { title, statusCode, url } = (metadata ?? {}) as IDataObject;
	return [
		`metadata.title       ${String(title)}`,
		`metadata.url         ${String(url)}`,
		`metadata.statusCode  ${String(statusCode)}`,
		'markdown',
		...firstLines(String(markdown)).map((line) => `    ${line}`),
	].join('\n');
}
