export type SiteHost = 'main' | 'tides';

export interface SitePage {
	host: SiteHost;
	/** Relative to the root of the website, without a leading slash. */
	path: string;
	title: string;
	description: string;
	paragraphs: readonly string[];
	/** Paths on the same host, or absolute URLs. The origin of the service replaces `{service}`. */
	links: readonly string[];
	ageDays: number;
	kind?: 'news' | 'research' | 'developer';
	image?: { path: string; title: string; width: number; height: number };
}

export const TIDES_ORIGIN = 'http://tides.northmole.example';

const tower = { path: 'images/tower.png', title: 'The tower at dusk', width: 240, height: 160 };
const lens = {
	path: 'images/lens.png',
	title: 'The lens with four panels',
	width: 160,
	height: 160,
};
const harbour = { path: 'images/harbour.png', title: 'The harbour', width: 320, height: 180 };

const mainPages: Omit<SitePage, 'host'>[] = [
	{
		path: '',
		title: 'North Mole Light',
		description: 'The lighthouse at the north mole: visits, news and tides.',
		paragraphs: ['The lighthouse at the north mole is open to visitors from April to October.'],
		links: [
			...['light/', 'visit/', 'news/', 'harbour/', 'research/', 'developer/feed'],
			...['private/logbook', 'moved', 'light/old-lamp'],
			...[`${TIDES_ORIGIN}/`, '{service}/pages/tables.html', 'mailto:keeper@northmole.example'],
		],
		ageDays: 300,
		image: tower,
	},
	{
		path: 'light/',
		title: 'The light',
		description: 'How the light at the north mole works.',
		paragraphs: ['The light shows one white flash every ten seconds. It is seen 19 miles away.'],
		links: ['light/rhythm', 'light/lens', 'light/fog-horn', ''],
		ageDays: 200,
	},
	{
		path: 'light/rhythm',
		title: 'The rhythm of the light',
		description: 'Why every lighthouse flashes in its own way.',
		paragraphs: ['A sailor who counts the seconds between two flashes knows which light it is.'],
		links: ['light/', 'light/lens', '{service}/pages/article.html'],
		ageDays: 150,
	},
	{
		path: 'light/lens',
		title: 'The lens',
		description: 'A lens with four panels that turns in forty seconds.',
		paragraphs: ['The lens floats in a bath of mercury, so that a finger can move it.'],
		links: ['light/', 'light/rhythm', 'light/lens/cleaning'],
		ageDays: 120,
		image: lens,
	},
	{
		path: 'light/lens/cleaning',
		title: 'Cleaning the lens',
		description: 'How the keeper cleans the lens every spring.',
		paragraphs: ['The keeper cleans each panel with spirit of wine and a linen cloth.'],
		links: ['light/lens'],
		ageDays: 90,
	},
	{
		path: 'light/fog-horn',
		title: 'The fog horn',
		description: 'The fog horn sounds twice a minute in fog.',
		paragraphs: ['In fog the horn sounds twice a minute. It is heard four miles away.'],
		links: ['light/', 'light/old-lamp'],
		ageDays: 110,
	},
	{
		path: 'visit/',
		title: 'Visit the lighthouse',
		description: 'Opening hours, tickets and the way to the lighthouse.',
		paragraphs: ['The tower has 148 steps. Children climb it with an adult.'],
		links: ['visit/opening-hours', 'visit/tickets', 'visit/getting-here', ''],
		ageDays: 60,
	},
	{
		path: 'visit/opening-hours',
		title: 'Opening hours',
		description: 'The tower is open daily except on Mondays.',
		paragraphs: ['The tower is open from 10:00 to 17:00, from April to October.'],
		links: ['visit/', 'visit/tickets'],
		ageDays: 30,
	},
	{
		path: 'visit/tickets',
		title: 'Tickets',
		description: 'Prices of tickets for the tower.',
		paragraphs: ['Price: 8.50 EUR for adults, 4.00 EUR for children.'],
		links: ['visit/', 'visit/opening-hours'],
		ageDays: 30,
	},
	{
		path: 'visit/getting-here',
		title: 'Getting here',
		description: 'The way to the lighthouse by bus, by bicycle and on foot.',
		paragraphs: ['The bus stops at the root of the mole. From there it is a walk of ten minutes.'],
		links: ['visit/', 'harbour/'],
		ageDays: 45,
	},
	{
		path: 'news/',
		title: 'News of the lighthouse',
		description: 'What happens at the north mole.',
		paragraphs: ['All news of the lighthouse, the latest first.'],
		links: ['news/new-lamp', 'news/storm-closure', 'news/keeper-retires', ''],
		ageDays: 1,
	},
	{
		path: 'news/new-lamp',
		title: 'The lighthouse gets a new lamp',
		description: 'A new lamp saves nine tenths of the energy.',
		paragraphs: ['The new lamp needs 40 watts. The old lamp needed 400 watts.'],
		links: ['news/', 'light/'],
		ageDays: 1,
		kind: 'news',
		image: { path: 'images/lamp.png', title: 'The new lamp', width: 256, height: 192 },
	},
	{
		path: 'news/storm-closure',
		title: 'The tower is closed during the storm',
		description: 'The lighthouse is closed until the storm is over.',
		paragraphs: ['The mole is closed to visitors because of the storm.'],
		links: ['news/', 'visit/opening-hours'],
		ageDays: 5,
		kind: 'news',
	},
	{
		path: 'news/keeper-retires',
		title: 'The keeper of the lighthouse retires',
		description: 'After 31 years, the keeper hands over the keys.',
		paragraphs: ['The keeper has wound up the clockwork more than sixty thousand times.'],
		links: ['news/'],
		ageDays: 40,
		kind: 'news',
	},
	{
		path: 'harbour/',
		title: 'The harbour',
		description: 'Berths and notices of the harbour office.',
		paragraphs: ['The harbour has 64 berths. The harbour office is on channel 12.'],
		links: ['harbour/notices', 'harbour/notices?page=2', 'harbour/notices?page=3', ''],
		ageDays: 80,
		image: harbour,
	},
	{
		path: 'harbour/notices',
		title: 'Notices to the harbour',
		description: 'Current notices of the harbour office.',
		paragraphs: ['The crane on quay 2 is out of service.'],
		links: ['harbour/', 'harbour/notices?page=2'],
		ageDays: 3,
	},
	{
		path: 'research/',
		title: 'Measurements of the light',
		description: 'A study of the optics of rotating lenses in lighthouses.',
		paragraphs: ['We measured the intensity of the light at 19 miles in 240 nights.'],
		links: ['research/report.pdf', ''],
		ageDays: 400,
		kind: 'research',
	},
	{
		path: 'developer/feed',
		title: 'The tide feed for developers',
		description: 'How to read the tides of the harbour as JSON.',
		paragraphs: ['GET /tides returns the next high water and the next low water as JSON.'],
		links: ['', `${TIDES_ORIGIN}/today`],
		ageDays: 20,
		kind: 'developer',
	},
	{
		path: 'private/logbook',
		title: 'The logbook of the keeper',
		description: 'Robots must not read this page.',
		paragraphs: ['Wind from the north-west, force 7.'],
		links: ['private/wages'],
		ageDays: 2,
	},
	{
		path: 'archive/first-lamp',
		title: 'The first lamp',
		description: 'The lamp of 1861 burned rape oil. Only the sitemap lists this page.',
		paragraphs: ['The first lamp burned a litre of rape oil in a night.'],
		links: ['light/'],
		ageDays: 900,
	},
];

const tidesPages: Omit<SitePage, 'host'>[] = [
	{
		path: '',
		title: 'Tides of the north mole',
		description: 'High water and low water at the north mole.',
		paragraphs: ['Times are local. Heights are in metres above chart datum.'],
		links: ['today', 'neap', 'http://northmole.example/'],
		ageDays: 10,
	},
	{
		path: 'today',
		title: 'Tides today',
		description: 'High water at the lighthouse today.',
		paragraphs: ['High water: 06:12. Low water: 12:25.'],
		links: ['', 'neap'],
		ageDays: 0,
	},
	{
		path: 'neap',
		title: 'Neap tides',
		description: 'Neap tides of this month.',
		paragraphs: ['The next neap tide is on Thursday.'],
		links: [''],
		ageDays: 15,
	},
];

export const sitePages: readonly SitePage[] = [
	...mainPages.map((page): SitePage => ({ ...page, host: 'main' })),
	...tidesPages.map((page): SitePage => ({ ...page, host: 'tides' })),
];
