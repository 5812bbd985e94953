import { closedObject, flag, integer, list, oneOfWords, taggedUnion, text, typed } from './parts';

// A wait action must have either a time or a selector, but not both.
const wait = {
	...typed('wait', { milliseconds: integer(1), selector: text }),
	minProperties: 2,
	maxProperties: 2,
};

const viewport = closedObject({ width: integer(1), height: integer(1) }, ['width', 'height']);

const paperSizes = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6'];
const pdfFormat = oneOfWords(...paperSizes, 'Letter', 'Legal', 'Tabloid', 'Ledger');

export const MAX_ACTIONS = 50;

export const actionsSchema = list(
	taggedUnion([
		wait,
		typed('screenshot', { fullPage: flag, quality: integer(1, 100), viewport }),
		typed('click', { selector: text, all: flag }, ['selector']),
		typed('write', { text }, ['text']),
		typed('press', { key: text }, ['key']),
		typed('scroll', { direction: oneOfWords('up', 'down'), selector: text }),
		typed('scrape'),
		typed('executeJavascript', { script: text }, ['script']),
		typed('pdf', { format: pdfFormat, landscape: flag, scale: { type: 'number' } }),
	]),
	{ maxItems: MAX_ACTIONS },
);
