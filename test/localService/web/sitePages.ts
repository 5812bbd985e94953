// The website of the local service, and its search index.
import type { ServiceState } from '../state';

export interface SitePage {
	/** Relative to the root of the website, without a leading slash. */
	path: string;
	title: string;
	/** The first sentence is also the description of the page. */
	text: string;
	/** Paths on the website, or absolute URLs. The origin of the service replaces `{service}`. */
	links: readonly string[];
	/** Path of the picture on the page. */
	image?: string;
	/** Age of a news page, in days. */
	newsDays?: number;
}

export const sitePages: readonly SitePage[] = [
	{
		path: '',
		title: 'North Mole Light',
		text: 'The lighthouse at the north mole: visits, news and tides. The tower is open from April to October.',
		links: [
			...['light/', 'visit/', 'news/', 'harbour/', 'research/', 'private/logbook', 'moved'],
			...['light/old-lamp', '{service}/pages/tables.html'],
			'mailto:keeper@northmole.example',
		],
		image: 'images/tower.png',
	},
	{
		path: 'light/',
		title: 'The light',
		text: 'How the light at the north mole works. The light shows one white flash every ten seconds.',
		links: ['light/rhythm', 'light/lens', 'light/fog-horn', ''],
	},
	{
		path: 'light/rhythm',
		title: 'The rhythm of the light',
		text: 'Why every lighthouse flashes in its own way. A sailor who counts the seconds between two flashes knows which light it is.',
		links: ['light/', 'light/lens', '{service}/pages/article.html'],
	},
	{
		path: 'light/lens',
		title: 'The lens',
		text: 'A lens with four panels that turns in forty seconds. It floats in a bath of mercury.',
		links: ['light/', 'light/rhythm', 'light/lens/cleaning'],
		image: 'images/lens.png',
	},
	{
		path: 'light/lens/cleaning',
		title: 'Cleaning the lens',
		text: 'How the keeper cleans the lens every spring. A linen cloth is enough.',
		links: ['light/lens'],
	},
	{
		path: 'light/fog-horn',
		title: 'The fog horn',
		text: 'The fog horn sounds twice a minute in fog. It is heard four miles away.',
		links: ['light/', 'light/old-lamp'],
	},
	{
		path: 'visit/',
		title: 'Visit the lighthouse',
		text: 'The tower is open daily except on Mondays. Price: 8.50 EUR for adults, 4.00 EUR for children.',
		links: [''],
	},
	{
		path: 'news/',
		title: 'News of the lighthouse',
		text: 'All news of the lighthouse, the latest first.',
		links: ['news/new-lamp', ''],
	},
	{
		path: 'news/new-lamp',
		title: 'The lighthouse gets a new lamp',
		text: 'A new lamp saves nine tenths of the energy. The new lamp needs 40 watts, the old one needed 400.',
		links: ['news/', 'light/'],
		image: 'images/lamp.png',
		newsDays: 1,
	},
	{
		path: 'harbour/',
		title: 'The harbour',
		text: 'The harbour has 64 berths. The harbour office is on channel 12.',
		links: [''],
	},
	{
		path: 'research/',
		title: 'Measurements of the light',
		text: 'A study of rotating lenses in lighthouses. We measured the light at 19 miles in 240 nights.',
		links: ['research/report.pdf', ''],
	},
	{
		path: 'archive/first-lamp',
		title: 'The first lamp',
		text: 'The lamp of 1861 burned rape oil. Only the sitemap lists this page.',
		links: ['light/'],
	},
	{
		path: 'private/logbook',
		title: 'The logbook of the keeper',
		text: 'Robots must not read this page. Wind from the north-west, force 7.',
		links: [],
	},
];

export function isPrivate({ path }: SitePage): boolean {
	return path.startsWith('private/');
}

export function descriptionOf(text: string): string {
	return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

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
			description: descriptionOf(page.text),
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
