import * as cheerio from 'cheerio';

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
