import type { CategoryName } from '../schemas/search';
import { sitePages, TIDES_ORIGIN, type SitePage } from '../site/sitePages';
import type { ServiceState } from '../state';

const DAY_MS = 86_400_000;

export interface IndexedPage {
	url: string;
	title: string;
	description: string;
	text: string;
	publishedAt: number;
	isNews: boolean;
	category: CategoryName | undefined;
	image: { url: string; title: string; width: number; height: number } | undefined;
}

interface StoredPage {
	path: string;
	title: string;
	description: string;
	ageDays: number;
	category?: CategoryName;
}

const storedPages: StoredPage[] = [
	{
		path: 'pages/article.html',
		title: 'How a lighthouse keeps its rhythm',
		description:
			'Why every lighthouse flashes in its own way, and how the clockwork behind it works.',
		ageDays: 500,
	},
	{
		path: 'pages/tables.html',
		title: 'Tide tables of the north mole',
		description: 'High water and heights at spring tide and at neap tide.',
		ageDays: 25,
	},
	{
		path: 'pages/product.html',
		title: 'Brass tide clock',
		description: 'A wall clock that shows the state of the tide.',
		ageDays: 70,
	},
	{
		path: 'pages/tide-clocks.html',
		title: 'Pocket tide clock',
		description: 'A tide clock for the pocket, in two metals.',
		ageDays: 70,
	},
	{
		path: 'site/research/report.pdf',
		title: 'Report on the light',
		description: 'Measurements of the light of the lighthouse, as PDF.',
		ageDays: 400,
		category: 'pdf',
	},
	// The index still lists this page, although the website no longer contains it.
	{
		path: 'site/light/old-lamp',
		title: 'The old lamp of the lighthouse',
		description: 'The lamp that was in use until last year.',
		ageDays: 700,
	},
];

export function indexedPages(state: ServiceState): IndexedPage[] {
	const isPublic = ({ path }: SitePage): boolean => !path.startsWith('private/');
	return [
		...sitePages.filter(isPublic).map((page) => siteEntry(page, state)),
		...storedPages.map((page) => storedEntry(page, state)),
	];
}

function siteEntry(page: SitePage, { url, clock }: ServiceState): IndexedPage {
	const { title, description, image, kind } = page;
	const root = page.host === 'tides' ? `${TIDES_ORIGIN}/` : `${url}/site/`;
	return {
		url: root + page.path,
		title,
		description,
		text: [title, description, ...page.paragraphs].join('\n'),
		publishedAt: clock.now() - page.ageDays * DAY_MS,
		isNews: kind === 'news',
		category: kind === 'news' ? undefined : kind,
		image: image && { ...image, url: root + image.path },
	};
}

function storedEntry(page: StoredPage, { url, clock }: ServiceState): IndexedPage {
	const { path, title, description, ageDays, category } = page;
	return {
		url: `${url}/${path}`,
		title,
		description,
		text: `${title}\n${description}`,
		publishedAt: clock.now() - ageDays * DAY_MS,
		isNews: false,
		category,
		image: undefined,
	};
}
