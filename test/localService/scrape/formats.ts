import * as cheerio from 'cheerio';
import { rowFailure } from '../answer';
import { mediaFile, type NewFile } from '../fileStore';
import { trackChanges } from './changeTracking';
import type { FetchedPage } from './fetchPage';
import { attributesIn, imagesIn, linksIn } from './html';
import { extractJson, sentenceAbout, summaryOf } from './prose';
import type { PageContent } from './readContent';
import type { ScrapeMemory } from './scrapeMemory';
import type { FormatObject } from './scrapeRequest';

export interface FormatSource {
	requestedUrl: string;
	page: FetchedPage;
	content: PageContent;
	memory: ScrapeMemory;
	link(file: NewFile): string;
}

type Fields = Record<string, unknown>;
type Produce = (source: FormatSource, format: FormatObject) => Fields;

const answer: Produce = ({ content }, { question, prompt }) => ({
	answer: sentenceAbout(content.markdown, question ?? prompt),
});

const producers: Record<string, Produce> = {
	markdown: ({ content }) => ({ markdown: content.markdown }),
	html: ({ content }) => ({ html: content.html }),
	rawHtml: ({ content }) => ({ rawHtml: content.rawHtml }),
	rawBase64: ({ page }) => ({ rawBase64: page.bytes.toString('base64') }),
	links: ({ content }) => ({ links: linksIn(content.html ?? '') }),
	images: ({ content }) => ({ images: imagesIn(content.html ?? '') }),
	summary: ({ content }) => ({ summary: summaryOf(content.markdown) }),
	screenshot: ({ link }) => ({ screenshot: link(mediaFile('screenshot')) }),
	audio: ({ link }) => ({ audio: link(mediaFile('audio')) }),
	video: ({ link }) => ({ video: link(mediaFile('video')) }),
	json: jsonFields,
	deterministicJson: jsonFields,
	question: answer,
	query: answer,
	highlights: ({ content }, { query }) => ({ highlights: sentenceAbout(content.markdown, query) }),
	changeTracking: ({ content: { markdown }, page, memory, requestedUrl: url }, format) => {
		const current = { url, markdown, status: page.status, at: page.fetchedAt };
		return { changeTracking: trackChanges(memory, current, format) };
	},
	attributes: ({ content }, { selectors = [] }) => ({
		attributes: selectors.map(({ selector, attribute }) => ({
			selector,
			attribute,
			values: attributesIn(content.rawHtml ?? '', selector, attribute),
		})),
	}),
	branding: ({ content }) => ({ branding: preparedAnswer(content, 'branding') ?? {} }),
	product: ({ content }) => ({ product: preparedAnswer(content, 'product') }),
	menu: () => ({ menu: {} }),
	knowledgeGraph: ({ content }, { entityTypes = ['Page'] }) => ({
		knowledgeGraph: {
			nodes: [{ id: 'n1', label: summaryOf(content.markdown), type: entityTypes[0] }],
			edges: [{ source: 'n1', target: 'n1', relation: 'describes', properties: {} }],
		},
	}),
};

export function fieldsOf(source: FormatSource, formats: readonly FormatObject[]): Fields {
	const fields = formats.map((format) => producers[format.type]?.(source, format) ?? {});
	return Object.assign({}, ...fields) as Fields;
}

function jsonFields({ content }: FormatSource, format: FormatObject): Fields {
	const { markdown } = content;
	if (format.checkPromptInjection && /ignore all previous instructions/i.test(markdown)) {
		throw rowFailure('promptInjectionDetected');
	}
	const json = extractJson(markdown, format.schema);
	const isEmpty = Object.values(json).every((value) => value === null);
	return { json, ...(isEmpty && { warning: 'Nothing on the page fits the schema.' }) };
}

/** Returns the answer that a page in `pages/` contains for a format, or null for other pages. */
function preparedAnswer({ rawHtml }: PageContent, format: string): unknown {
	const text = cheerio
		.load(rawHtml ?? '')(`script[type="application/json"][id="${format}"]`)
		.text();
	return text === '' ? null : JSON.parse(text);
}
