import { gfm } from '@joplin/turndown-plugin-gfm';
import * as cheerio from 'cheerio';
import TurndownService from 'turndown';
import { canParse } from '../schemas/check';
import type { ScrapeBody } from './scrapeRequest';

const notContent = ['head', 'script', 'style', 'noscript', 'meta'];
const boilerplate = '[class*="cookie" i], [class*="newsletter" i], [class*="breadcrumb" i]';
const aroundContent = 'header, nav, footer, aside';

export function cleanHtml(rawHtml: string, url: string, body: ScrapeBody): string {
	const { includeTags = [], excludeTags = [], onlyMainContent = true } = body;
	const $ = cheerio.load(rawHtml);
	$([...notContent, ...excludeTags].join(', ')).remove();
	if (body.onlyCleanContent) $(boilerplate).remove();
	if (includeTags.length > 0) keepOnly($, includeTags.join(', '));
	else if (onlyMainContent) {
		$(aroundContent).remove();
		if ($('main').length > 0) keepOnly($, 'main');
	}
	for (const name of ['href', 'src']) {
		$(`[${name}]`).attr(name, (_, value) =>
			canParse(value, url) ? new URL(value, url).href : value,
		);
	}
	return ($('body').html() ?? '').trim();
}

function keepOnly($: cheerio.CheerioAPI, selector: string): void {
	const outer = $(selector).filter((_, element) => $(element).parents(selector).length === 0);
	$('body').html($.html(outer));
}

/** Returns the HTTP URLs of all links, without duplicates. Relative links are resolved. */
export function linksIn(html: string, url?: string): string[] {
	return httpUrls(attributesIn(html, 'a', 'href'), url);
}

export function imagesIn(html: string): string[] {
	return httpUrls(attributesIn(html, 'img', 'src'));
}

export function attributesIn(html: string, selector: string, name: string): string[] {
	const $ = cheerio.load(html);
	return $(selector)
		.map((_, element) => $(element).attr(name))
		.get();
}

function httpUrls(values: string[], base?: string): string[] {
	const urls = values.filter((value) => canParse(value, base));
	const resolved = urls.map((value) => new URL(value, base).href);
	return [...new Set(resolved)].filter((value) => /^https?:/.test(value));
}

export function toMarkdown(html: string, removesBase64Images: boolean): string {
	const service = new TurndownService({
		headingStyle: 'atx',
		codeBlockStyle: 'fenced',
		bulletListMarker: '-',
	});
	service.use(gfm);
	const markdown = service.turndown(html).trim();
	if (!removesBase64Images) return markdown;
	return markdown.replace(/(!\[[^\]]*\])\(data:image\/[^)]*\)/g, '$1(<Base64-Image-Removed>)');
}

export function metadataIn(html: string): Record<string, unknown> {
	const $ = cheerio.load(html);
	const metadata: Record<string, unknown> = {};
	const title = $('title').first().text().trim();
	const language = $('html').attr('lang');
	if (title) metadata.title = title;
	if (language) metadata.language = language;
	for (const element of $('meta[content]')) {
		const { name, property = name, content } = element.attribs;
		if (property === undefined) continue;
		metadata[property] = content;
		// The service returns `og:title` also as `ogTitle`.
		const [prefix, word = ''] = property.split(':');
		if (prefix === 'og') metadata[`og${word.charAt(0).toUpperCase()}${word.slice(1)}`] = content;
	}
	return metadata;
}
