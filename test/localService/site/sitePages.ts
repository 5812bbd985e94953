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
		links: ['harbour/notices', 'harbour/notices?page=2', 'harbour/notices?page=3', ''],
	},
	{
		path: 'harbour/notices',
		title: 'Notices to the harbour',
		text: 'Current notices of the harbour office. The crane on quay 2 is out of service.',
		links: ['harbour/', 'harbour/notices?page=2'],
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

export function descriptionOf({ text }: SitePage): string {
	return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}
