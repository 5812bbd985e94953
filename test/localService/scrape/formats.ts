import * as cheerio from 'cheerio';
import { rowFailure } from '../answer';
import type { FileStore } from '../fileStore';
import { pictureOf } from './actions';
import { brandingOf } from './branding';
import { trackChanges } from './changeTracking';
import { imagesIn, linksIn } from './cleanHtml';
import { extractJson } from './extraction';
import type { FetchedPage } from './fetchPage';
import { audioFile, videoFile } from './media';
import { productIn } from './product';
import type { PageContent } from './readContent';
import type { ScrapeMemory } from './scrapeMemory';
import type { FormatObject } from './scrapeRequest';
import { sentencesAbout, summaryOf } from './sentences';

export interface FormatSource {
	requestedUrl: string;
	page: FetchedPage;
	content: PageContent;
	memory: ScrapeMemory;
	link(file: Parameters<FileStore['put']>[0]): string;
}

type Fields = Record<string, unknown>;
type Produce = (source: FormatSource, format: FormatObject) => Fields;

const producers: Record<string, Produce> = {
	markdown: ({ content }) => ({ markdown: content.markdown }),
	html: ({ content }) => ({ html: content.html }),
	rawHtml: ({ content }) => ({ rawHtml: content.rawHtml }),
	rawBase64: ({ page }) => ({ rawBase64: page.bytes.toString('base64') }),
	links: ({ content }) => ({ links: linksIn(content.html ?? '') }),
	images: ({ content }) => ({ images: imagesIn(content.html ?? '') }),
	summary: ({ content }) => ({ summary: summaryOf(content.markdown) }),
	screenshot: ({ link }, format) => ({ screenshot: link(pictureOf(format)) }),
	audio: ({ link }) => ({ audio: link(audioFile()) }),
	video: ({ link }) => ({ video: link(videoFile()) }),
	json: jsonFields,
	deterministicJson: jsonFields,
	question: ({ content }, format) => ({
		answer: sentencesAbout(content.markdown, format.question ?? ''),
	}),
	query: ({ content }, format) => ({
		answer: sentencesAbout(content.markdown, format.prompt ?? ''),
	}),
	highlights: ({ content }, format) => ({
		highlights: sentencesAbout(content.markdown, format.query ?? ''),
	}),
	changeTracking: changeFields,
	attributes: attributeFields,
	branding: ({ content, page }) => ({ branding: brandingOf(content.rawHtml ?? '', page.url) }),
	product: ({ content, page }) => ({ product: productIn(content.rawHtml ?? '', page.url) }),
	menu: () => ({ menu: {} }),
};

export function fieldsOf(source: FormatSource, formats: readonly FormatObject[]): Fields {
	const fields = formats.map((format) => producers[format.type]?.(source, format) ?? {});
	return Object.assign({}, ...fields) as Fields;
}

function jsonFields({ content }: FormatSource, format: FormatObject): Fields {
	if (format.checkPromptInjection && isInjected(content.rawHtml ?? content.markdown)) {
		throw rowFailure('promptInjectionDetected');
	}
	const json = extractJson(content, format.schema);
	const isEmpty = Object.values(json).every((value) => value === null);
	const warning = 'Nothing on the page fits the schema.';
	return { json, ...(isEmpty && { warning }) };
}

function isInjected(text: string): boolean {
	return /(ignore|disregard) (all |any )?(previous|prior|earlier) instructions/i.test(text);
}

function changeFields(source: FormatSource, format: FormatObject): Fields {
	const { content, page, memory, requestedUrl } = source;
	const { markdown, metadata } = content;
	const current = {
		url: requestedUrl,
		markdown,
		metadata,
		status: page.status,
		at: page.fetchedAt,
	};
	return { changeTracking: trackChanges(memory, current, format) };
}

function attributeFields({ content }: FormatSource, format: FormatObject): Fields {
	const $ = cheerio.load(content.rawHtml ?? '');
	const attributes = (format.selectors ?? []).map(({ selector, attribute }) => ({
		selector,
		attribute,
		values: $(selector)
			.toArray()
			.map((element) => $(element).attr(attribute))
			.filter((value) => value !== undefined),
	}));
	return { attributes };
}
