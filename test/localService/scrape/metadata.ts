import { canParse } from '../canParse';
import * as cheerio from 'cheerio';

export type Metadata = Record<string, unknown>;

type Values = Record<string, string | string[]>;

export function metadataIn(html: string, url: string): Metadata {
	const $ = cheerio.load(html);
	const title = $('head title').first().text().trim() || $('title').first().text().trim();
	const favicon = $('link[rel~="icon"]').attr('href');
	const isUsable = favicon !== undefined && canParse(favicon, url);
	return {
		...(title && { title }),
		...($('html').attr('lang') && { language: $('html').attr('lang') }),
		...metaTags($),
		...(isUsable && { favicon: new URL(favicon, url).href }),
	};
}

function metaTags($: cheerio.CheerioAPI): Values {
	const values: Values = {};
	$('meta[content]').each((_, element) => {
		const name = $(element).attr('property') ?? $(element).attr('name');
		const content = $(element).attr('content') ?? '';
		if (name) add(values, keyFor(name), content);
	});
	// `ogLocaleAlternate` is a list, even if the page declares only one locale.
	const locales = values.ogLocaleAlternate;
	if (typeof locales === 'string') values.ogLocaleAlternate = [locales];
	return values;
}

function add(values: Values, key: string, content: string): void {
	const earlier = values[key];
	values[key] = earlier === undefined ? content : [earlier, content].flat();
}

function keyFor(name: string): string {
	if (!name.startsWith('og:')) return name;
	return name.replace(/[:_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
