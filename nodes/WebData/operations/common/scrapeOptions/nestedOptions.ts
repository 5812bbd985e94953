import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../../api/http/response';
import type { ContractIssue } from '../../../api/schema/issues';
import { labelOf } from '../../form/labels';
import { scrapeOptionConflicts, toScrapeOptions, type ScrapeOptionValues } from './optionValues';

/** Returns the conflicts within the scrape options. The conflict messages contain labels instead of field names. */
export const nestedConflicts = (
	values: ScrapeOptionValues,
	field: INodeProperties,
): ContractIssue[] =>
	scrapeOptionConflicts(values).map(({ path, message }) => ({
		path: [field.name, ...path],
		message: message.replace(/\{(\w+)\}/g, (_, name: string) => {
			const label = labelOf(field.options as INodeProperties[], name, field.displayName);
			return `'${label ?? name}'`;
		}),
	}));

/** Without formats, a search would scrape no pages, so `formats` defaults to Markdown. */
export const withFormats = (values: ScrapeOptionValues): JsonObject => ({
	formats: ['markdown'],
	...toScrapeOptions(values),
});
