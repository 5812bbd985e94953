import { descriptionOf, isPrivate, sitePages } from './sitePages';
import type { ServiceState } from '../state';

export interface IndexedPage {
	url: string;
	title: string;
	description: string;
	text: string;
	newsDays?: number;
	imageUrl?: string;
}

// The index still lists the old lamp, although the website no longer contains its page.
const otherPages = {
	'pages/article.html': ['How a lighthouse keeps its rhythm', 'Why every lighthouse flashes.'],
	'pages/tables.html': ['Tide tables of the north mole', 'High water at spring and neap tide.'],
	'pages/product.html': ['Brass tide clock', 'A wall clock that shows the state of the tide.'],
	'pages/tide-clocks.html': ['Pocket tide clock', 'A tide clock for the pocket, in two metals.'],
	'site/research/report.pdf': ['Report on the light', 'Measurements of the light, as PDF.'],
	'site/light/old-lamp': ['The old lamp of the lighthouse', 'The lamp in use until last year.'],
};

export function indexedPages({ url: service }: ServiceState): IndexedPage[] {
	const ofSite = sitePages
		.filter((page) => !isPrivate(page))
		.map(({ image, ...page }) => ({
			...page,
			url: `${service}/site/${page.path}`,
			description: descriptionOf(page),
			...(image && { imageUrl: `${service}/site/${image}` }),
		}));
	const others = Object.entries(otherPages).map(([path, [title = '', text = '']]) => {
		return { url: `${service}/${path}`, title, description: text, text };
	});
	return [...ofSite, ...others];
}

/** Returns the items that contain a word of the query, the items with the most words first. */
export function rankedBy<Item>(
	query: string,
	items: readonly Item[],
	textOf: (item: Item) => string,
): { item: Item; score: number }[] {
	const wanted = wordsOf(query);
	const scored = items.map((item) => {
		const contained = wordsOf(textOf(item));
		return { item, score: wanted.filter((word) => contained.includes(word)).length };
	});
	return scored.sort((a, b) => b.score - a.score);
}

const wordsOf = (text: string): string[] => [
	...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
];
