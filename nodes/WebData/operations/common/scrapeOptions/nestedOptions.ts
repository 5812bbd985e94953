import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../../api/http/response';
import type { ContractIssue } from '../../../api/schema/issues';
import { labelOf } from '../../form/labels';
import { scrapeOptionConflicts, toScrapeOptions, type ScrapeOptionValues } from './optionValues';

/** The conflicts within `scrapeOptions`; other fields are named by their labels, because the level around it may have fields with these names. */
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

/** The object as the API has it, always with formats: without them, a search scrapes nothing. */
export const withFormats = (values: ScrapeOptionValues): JsonObject => ({
	formats: ['markdown'],
	...toScrapeOptions(values),
});
