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
 * The scrape options except formats: all of them, or those that an operation accepts. Labels begin with the name of a
 * group, so that a sorted list keeps related options together.
 */
export const scrapeOptionFields = (names?: readonly ScrapeOptionName[]): INodeProperties[] =>
	allFields.filter(({ name }) => names === undefined || (names as string[]).includes(name));
