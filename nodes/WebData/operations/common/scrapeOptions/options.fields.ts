// The Options of a scrape: every field of the specification's table "Scrape options" that is not a format, in groups.

import type { INodeProperties } from 'n8n-workflow';
import { actionsField } from './actions.fields';
import { browserField } from './browser.fields';
import { cacheField } from './cache.fields';
import { contentField } from './content.fields';
import { loadingField } from './loading.fields';
import { privacyField } from './privacy.fields';
import { toolsField } from './tools.fields';

export const scrapeOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'Only what you add here is sent',
	options: [
		actionsField,
		browserField,
		cacheField,
		contentField,
		loadingField,
		privacyField,
		toolsField,
	],
};
