import type { INodeProperties } from 'n8n-workflow';
import type { FormatType } from '../../../api/scrape/formats';
import { sortByLabel } from '../options.fields';
import { formatsField } from './formats.fields';
import { scrapeOptionFields } from './options.fields';
import type { ScrapeOptionName } from './optionValues';

interface Accepted {
	/** Options that the operation accepts. Defaults to all options. */
	names?: readonly ScrapeOptionName[];
	/** Formats that the operation accepts. Defaults to all formats. */
	formats?: readonly FormatType[];
}

export const scrapeOptionsField = ({ names, formats }: Accepted = {}): INodeProperties => ({
	displayName: 'Scrape Options',
	name: 'scrapeOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Scrape Option',
	description:
		'Formats and options for scraping each page. By default, the service returns Markdown.',
	options: sortByLabel([formatsField(formats), ...scrapeOptionFields(names)]),
});
