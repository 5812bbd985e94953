import { canParse } from '../canParse';
import * as cheerio from 'cheerio';
import type { ScrapeBody } from './scrapeRequest';

const removedAlways = 'head, script, style, noscript, meta';
const cookiePopups = '[class*="cookie" i], [id*="cookie" i]';
const advertisements = '[class~="ad"], [class~="ads"], [class*="advert" i]';
const aroundContent = 'header, nav, footer, aside, [role="banner"], [role="navigation"]';
const insideContent = 'nav, footer, aside';
const boilerplate = ['share', 'newsletter', 'breadcrumb', 'comments', 'related', 'cookie']
	.map((word) => `[class*="${word}" i], [id*="${word}" i]`)
	.join(', ');

export function cleanHtml(rawHtml: string, url: string, body: ScrapeBody): string {
	const $ = cheerio.load(rawHtml);
	const base = baseAddress($, url);
	$(removedAlways).remove();
	if (body.blockAds !== false) $(`${cookiePopups}, ${advertisements}`).remove();
	if (body.onlyCleanContent) $(boilerplate).remove();
	for (const tag of body.excludeTags ?? []) $(tag).remove();
	chooseContent($, body);
	makeAbsolute($, base);
	return ($('body').html() ?? '').trim();
}

function baseAddress($: cheerio.CheerioAPI, url: string): string {
	const href = $('base[href]').attr('href');
	return href && canParse(href, url) ? new URL(href, url).href : url;
}

function chooseContent($: cheerio.CheerioAPI, body: ScrapeBody): void {
	const { includeTags = [], onlyMainContent = true } = body;
	if (includeTags.length > 0) return keepOnly($, includeTags.join(', '));
	if (!onlyMainContent) return;
	const main = $('main, [role="main"]').length > 0 ? 'main, [role="main"]' : 'article';
	if ($(main).length === 0) {
		$(aroundContent).remove();
		return;
	}
	$(main).find(insideContent).remove();
	keepOnly($, main);
}

function keepOnly($: cheerio.CheerioAPI, selector: string): void {
	const outer = $(selector).filter((_, element) => $(element).parents(selector).length === 0);
	const kept = outer.toArray().map((element) => $.html(element));
	$('body').html(kept.join('\n'));
}

function makeAbsolute($: cheerio.CheerioAPI, base: string): void {
	$('img[srcset], source[srcset]').each((_, element) => {
		const largest = largestOf($(element).attr('srcset') ?? '');
		if (largest) $(element).attr('src', largest);
		$(element).removeAttr('srcset');
	});
	for (const name of ['href', 'src', 'poster']) {
		$(`[${name}]`).each((_, element) => {
			const value = $(element).attr(name) ?? '';
			if (canParse(value, base)) $(element).attr(name, new URL(value, base).href);
		});
	}
}

function largestOf(srcset: string): string | undefined {
	const candidates = srcset.split(/,\s+/).map((candidate) => {
		const [address = '', size = '1x'] = candidate.trim().split(/\s+/);
		return { address, size: Number.parseFloat(size) };
	});
	candidates.sort((a, b) => b.size - a.size);
	return candidates[0]?.address || undefined;
}

export function linksIn(html: string): string[] {
	return valuesOf(html, 'a[href]', 'href').filter((href) => /^https?:/.test(href));
}

export function imagesIn(html: string): string[] {
	return valuesOf(html, 'img[src]', 'src').filter((src) => /^https?:/.test(src));
}

function valuesOf(html: string, selector: string, attribute: string): string[] {
	const $ = cheerio.load(html);
	const values = $(selector)
		.toArray()
		.map((element) => $(element).attr(attribute) ?? '');
	return [...new Set(values)];
}
