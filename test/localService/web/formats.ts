// The formats of a scraped page. No language model is used, so questions, summaries, and JSON are guesses.
import * as cheerio from 'cheerio';
import { createTwoFilesPatch } from 'diff';
import type { FormatObject } from '../schemas/scrape';
import type { ServiceState } from '../state';
import type { FetchedPage } from './fetchPage';
import { linkTo, type FileKind } from './files';
import { attributesIn, urlsIn, type PageContent } from './readContent';

interface FormatSource {
	requestedUrl: string;
	page: FetchedPage;
	content: PageContent;
	state: ServiceState;
}

type Fields = Record<string, unknown>;
type Produce = (source: FormatSource, format: FormatObject) => Fields;

const answer: Produce = ({ content }, { question, prompt }) => ({
	answer: sentenceAbout(content.markdown, question ?? prompt),
});

const json: Produce = ({ content }, { schema }) => ({
	json: extractJson(content.markdown, schema),
});

const file =
	(kind: FileKind): Produce =>
	({ state }) => ({ [kind]: linkTo(kind, state) });

const producers: Record<string, Produce> = {
	markdown: ({ content }) => ({ markdown: content.markdown }),
	html: ({ content }) => ({ html: content.html }),
	rawHtml: ({ content }) => ({ rawHtml: content.rawHtml }),
	rawBase64: ({ page }) => ({ rawBase64: page.bytes.toString('base64') }),
	links: ({ content }) => ({ links: urlsIn(content.html ?? '', 'a', 'href') }),
	images: ({ content }) => ({ images: urlsIn(content.html ?? '', 'img', 'src') }),
	summary: ({ content }) => ({
		summary: sentencesOf(content.markdown).slice(0, 3).join(' ') || null,
	}),
	screenshot: file('screenshot'),
	audio: file('audio'),
	video: file('video'),
	json,
	deterministicJson: json,
	question: answer,
	query: answer,
	highlights: ({ content }, { query }) => ({ highlights: sentenceAbout(content.markdown, query) }),
	changeTracking,
	attributes: ({ content }, { selectors = [] }) => ({
		attributes: selectors.map(({ selector, attribute }) => ({
			...{ selector, attribute },
			values: attributesIn(content.rawHtml ?? '', selector, attribute),
		})),
	}),
	branding: ({ content }) => ({ branding: preparedAnswer(content, 'branding') ?? {} }),
	product: ({ content }) => ({ product: preparedAnswer(content, 'product') }),
	menu: () => ({ menu: {} }),
	knowledgeGraph: ({ content }, { entityTypes = ['Page'] }) => ({
		knowledgeGraph: {
			nodes: [{ id: 'n1', label: content.metadata.title, type: entityTypes[0] }],
			edges: [{ source: 'n1', target: 'n1', relation: 'describes', properties: {} }],
		},
	}),
};

export function fieldsOf(source: FormatSource, formats: readonly FormatObject[]): Fields {
	const fields = formats.map((format) => producers[format.type]?.(source, format) ?? {});
	return Object.assign({}, ...fields) as Fields;
}

/** Returns the answer that a page in `pages/` contains for a format, or null for other pages. */
function preparedAnswer({ rawHtml }: PageContent, format: string): unknown {
	const text = cheerio
		.load(rawHtml ?? '')(`script[id="${format}"]`)
		.text();
	return text === '' ? null : JSON.parse(text);
}

function changeTracking(
	{ content: { markdown }, page, state, requestedUrl }: FormatSource,
	{ tag = null, modes = [], schema }: FormatObject,
): Fields {
	const { earlierTexts } = state.memory;
	const key = JSON.stringify([requestedUrl, tag]);
	const earlier = earlierTexts.get(key);
	earlierTexts.set(key, { markdown, at: page.fetchedAt });
	const isRemoved = page.status === 404 || page.status === 410;
	const changed = isRemoved ? 'removed' : earlier?.markdown === markdown ? 'same' : 'changed';
	const diff = earlier && gitDiff(earlier.markdown, markdown);
	const json = earlier && compareJson(earlier.markdown, markdown, schema);
	return {
		changeTracking: {
			previousScrapeAt: earlier ? new Date(earlier.at).toISOString() : null,
			changeStatus: earlier ? changed : 'new',
			visibility: 'visible',
			...(modes.includes('git-diff') && { diff: diff || null }),
			...(modes.includes('json') && { json: json ?? null }),
		},
	};
}

function compareJson(before: string, after: string, schema: unknown): Fields {
	const previous = extractJson(before, schema);
	const entries = Object.entries(extractJson(after, schema));
	return Object.fromEntries(
		entries.map(([key, current]) => [key, { previous: previous[key] ?? null, current }]),
	);
}

/** Returns the changes between two texts in the unified format, or an empty text if they are equal. */
export function gitDiff(before: string, after: string): string {
	if (before === after) return '';
	const texts = [`${before}\n`, `${after}\n`] as const;
	const patch = createTwoFilesPatch('previous', 'current', ...texts, '', '', { context: 3 });
	return patch.slice(patch.indexOf('---')).replace(/\t$/gm, '').trimEnd();
}

function sentencesOf(markdown: string): string[] {
	const plain = markdown
		.replace(/```[\s\S]*?```/g, '')
		.replace(/^[#>|-].*$/gm, '')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
	return plain
		.split(/\n{2,}|(?<=[.!?])\s/)
		.map((sentence) => sentence.replace(/\s+/g, ' ').trim())
		.filter((each) => /[.!?]$/.test(each));
}

/** Returns the sentence that shares the most words with the question, or null. */
export function sentenceAbout(markdown: string, question = ''): string | null {
	const longWords = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
	const wanted = longWords(question);
	const scored = sentencesOf(markdown).map((sentence) => {
		const shared = longWords(sentence).filter((word) => wanted.includes(word));
		return { sentence, score: new Set(shared).size };
	});
	const [best] = scored.sort((a, b) => b.score - a.score);
	return best && best.score > 0 ? best.sentence : null;
}

const patterns: readonly [names: RegExp, value: RegExp][] = [
	[/title|headline|^name$/i, /(?<=^# ).+$/m],
	[/price|cost/i, /\d[\d.,]*\s?(?:EUR|USD|GBP)/],
];

/** Returns the JSON for the schema. A value that the page does not contain is null. */
function extractJson(markdown: string, schema: unknown): Fields {
	const { properties = { title: {} } } = (schema ?? {}) as {
		properties?: Record<string, { type?: string }>;
	};
	const values = Object.entries(properties).map(([name, { type = 'string' }]) => {
		const text = patterns.find(([names]) => names.test(name))?.[1].exec(markdown)?.[0] ?? null;
		if (type === 'array') return [name, [text ?? []].flat()];
		return [name, text !== null && type !== 'string' ? parseFloat(text) : text];
	});
	return Object.fromEntries(values) as Fields;
}
