import { closedObject, flag, integer, list, oneOfWords, taggedUnion, text, typed } from './parts';

const viewport = closedObject({ width: integer(1), height: integer(1) }, ['width', 'height']);

const paperSizes = [
	'A0',
	'A1',
	'A2',
	'A3',
	'A4',
	'A5',
	'A6',
	'Letter',
	'Legal',
	'Tabloid',
	'Ledger',
];
const format = oneOfWords(...paperSizes);

export const actionsSchema = list(
	taggedUnion([
		// A wait action must have either a time or a selector, but not both.
		{
			...typed('wait', { milliseconds: integer(1), selector: text }),
			minProperties: 2,
			maxProperties: 2,
		},
		typed('screenshot', { fullPage: flag, quality: integer(1, 100), viewport }),
		typed('click', { selector: text, all: flag }, ['selector']),
		typed('write', { text }, ['text']),
		typed('press', { key: text }, ['key']),
		typed('scroll', { direction: oneOfWords('up', 'down'), selector: text }),
		typed('scrape'),
		typed('executeJavascript', { script: text }, ['script']),
		typed('pdf', { format, landscape: flag, scale: { type: 'number' } }),
	]),
	{ maxItems: 50 },
);
