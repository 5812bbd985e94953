import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../../api/http/response';
import type { ContractIssue } from '../../../api/schema/issues';
import { labelOf } from '../../form/labels';
import { scrapeOptionConflicts, toScrapeOptions, type ScrapeOptionValues } from './optionValues';

/**
 * Returns the conflicts within `scrapeOptions`. Messages contain labels instead of field names, because the request may
 * contain other fields with the same names.
 */
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

/**
 * Converts the scrape options to the API's format. If the options contain no formats, adds Markdown, because a search
 * without formats scrapes no pages.
 */
export const withFormats = (values: ScrapeOptionValues): JsonObject => ({
	formats: ['markdown'],
	...toScrapeOptions(values),
});
