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

/** Returns the fields of the named options, or of all options if `names` is undefined. */
export const scrapeOptionFields = (names?: readonly ScrapeOptionName[]): INodeProperties[] =>
	allFields.filter(({ name }) => names === undefined || (names as string[]).includes(name));
