import type { INodeProperties } from 'n8n-workflow';
import { browserFields } from './browser.fields';
import { cacheFields } from './cache.fields';
import { contentFields } from './content.fields';
import { toolDetailField } from './domainTools.fields';
import type { ScrapeOptionName } from './optionValues';
import { pageFields } from './page.fields';
import { privacyFields } from './privacy.fields';

const allFields: readonly INodeProperties[] = [
	...browserFields,
	...cacheFields,
	...contentFields,
	...pageFields,
	...privacyFields,
	toolDetailField,
];

/**
 * Returns the scrape options that an operation accepts, without formats. Each label begins with a group name, so that a
 * sorted list keeps related options together.
 */
export const scrapeOptionFields = (names?: readonly ScrapeOptionName[]): INodeProperties[] =>
	allFields.filter(({ name }) => names === undefined || (names as string[]).includes(name));
