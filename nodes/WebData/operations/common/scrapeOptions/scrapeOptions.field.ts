import type { INodeProperties } from 'n8n-workflow';
import type { FormatType } from '../../../api/scrape/formats';
import { sortByLabel } from '../options.fields';
import { formatsField } from './formats.fields';
import { scrapeOptionFields } from './options.fields';
import type { ScrapeOptionName } from './optionValues';

interface Accepted {
	/** The options that an operation accepts; all by default. */
	names?: readonly ScrapeOptionName[];
	/** The formats that it accepts; all by default. */
	formats?: readonly FormatType[];
}

/** The scrape options as the object `scrapeOptions`, for an operation that scrapes the pages that it finds. */
export const scrapeOptionsField = ({ names, formats }: Accepted = {}): INodeProperties => ({
	displayName: 'Scrape Options',
	name: 'scrapeOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Scrape Option',
	description:
		'How each page is scraped, and in which formats. By default, the service returns Markdown.',
	options: sortByLabel([formatsField(formats), ...scrapeOptionFields(names)]),
});
