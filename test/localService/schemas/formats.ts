import {
	closedObject,
	flag,
	integer,
	list,
	oneOfWords,
	openObject,
	taggedUnion,
	text,
	textOf,
	typed,
} from './parts';

const prompt = textOf(0, 10_000);
const viewport = { width: integer(1, 7680), height: integer(1, 4320) };
const selector = closedObject({ selector: text, attribute: text }, ['selector', 'attribute']);

const withoutFields = [
	...['markdown', 'html', 'rawHtml', 'rawBase64', 'links', 'images', 'summary', 'branding'],
	...['product', 'menu', 'audio', 'video'],
];
const withOptionalFields = ['screenshot', 'json', 'changeTracking', 'deterministicJson'];

const objects: Record<string, object> = {
	...Object.fromEntries(withoutFields.map((name) => [name, typed(name)])),
	// The public service ignores unknown keys in the screenshot format.
	screenshot: {
		...typed('screenshot', {
			fullPage: flag,
			quality: integer(1, 100),
			viewport: closedObject(viewport, ['width', 'height']),
		}),
		additionalProperties: true,
	},
	json: typed('json', { schema: openObject, prompt, checkPromptInjection: flag }),
	deterministicJson: typed('deterministicJson', { schema: openObject, prompt }),
	question: typed('question', { question: textOf(1, 10_000) }, ['question']),
	highlights: typed('highlights', { query: textOf(1, 10_000) }, ['query']),
	query: typed('query', { prompt, mode: oneOfWords('freeform', 'directQuote') }, ['prompt']),
	changeTracking: typed('changeTracking', {
		modes: list(oneOfWords('git-diff', 'json')),
		schema: openObject,
		prompt,
		tag: { type: ['string', 'null'] },
	}),
	attributes: typed('attributes', { selectors: list(selector) }, ['selectors']),
};

export function formatsOf(names: readonly string[]): object {
	const asText = [...withoutFields, ...withOptionalFields].filter((name) => names.includes(name));
	return list({
		if: { type: 'string' },
		then: { enum: asText },
		else: taggedUnion(names.flatMap((name) => objects[name] ?? [])),
	});
}

export const formatsSchema = formatsOf(Object.keys(objects));
