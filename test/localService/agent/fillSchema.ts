import { valueOf as extractedValue } from '../scrape/extraction';
import { linksIn } from '../scrape/cleanHtml';
import type { VisitedPage } from './agentRuns';

interface JsonSchema {
	type?: string | string[];
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
	enum?: unknown[];
	const?: unknown;
}

export function fillSchema(schema: JsonSchema, pages: readonly VisitedPage[]): unknown {
	return valueFor('', schema, pages);
}

function valueFor(name: string, schema: JsonSchema, pages: readonly VisitedPage[]): unknown {
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return mentioned(schema.enum, pages);
	switch (typeOf(schema)) {
		case 'object':
			return objectFor(schema, pages);
		case 'array':
			return listFor(name, schema.items ?? {}, pages);
		default:
			return firstOf(pages, (page) => scalarIn(page, name, typeOf(schema)));
	}
}

function typeOf({ type, properties, items }: JsonSchema): string {
	const named = [type ?? []].flat().find((one) => one !== 'null');
	return named ?? (properties ? 'object' : items ? 'array' : 'string');
}

function objectFor(schema: JsonSchema, pages: readonly VisitedPage[]): Record<string, unknown> {
	const properties = Object.entries(schema.properties ?? {});
	return Object.fromEntries(
		properties.map(([name, property]) => [name, valueFor(name, property, pages)]),
	);
}

function listFor(name: string, items: JsonSchema, pages: readonly VisitedPage[]): unknown[] {
	const ofText = typeOf(items) === 'string' && !items.enum;
	if (ofText && /heading|section|topic/i.test(name)) return pages.flatMap(headingsOf);
	if (ofText && /link/i.test(name)) return pages.flatMap(linksOf);
	const values = pages.map((page) => valueFor(singular(name), items, [page]));
	return values.filter((value) => value !== null);
}

function singular(name: string): string {
	return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function headingsOf({ markdown }: VisitedPage): string[] {
	return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading ?? '');
}

function linksOf({ html }: VisitedPage): string[] {
	return linksIn(html);
}

function mentioned(values: unknown[], pages: readonly VisitedPage[]): unknown {
	const text = pages.map((page) => page.markdown.toLowerCase()).join('\n');
	return values.find((value) => text.includes(String(value).toLowerCase())) ?? null;
}

function firstOf(
	pages: readonly VisitedPage[],
	read: (page: VisitedPage) => string | number | boolean | null,
): unknown {
	for (const page of pages) {
		const value = read(page);
		if (value !== null) return value;
	}
	return null;
}

type Scalar = string | number | boolean | null;

function scalarIn(page: VisitedPage, name: string, type: string): Scalar {
	if (/^(url|source|link)$/i.test(name) && type === 'string') return page.url;
	const labelled = labelledIn(page.markdown, name);
	if (type === 'string') return labelled ?? textOf(extractedValue(page, name, { type }));
	if (type === 'boolean') return extractedValue(page, name, { type }) === true;
	const value = labelled ?? extractedValue(page, name, { type });
	const number = Number(/-?\d+(?:\.\d+)?/.exec(String(value ?? ''))?.[0] ?? NaN);
	const fits = type === 'number' || Number.isInteger(number);
	return Number.isFinite(number) && fits ? number : null;
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

// Returns the text after the label that matches a property. For `highWater` and "High water: 06:12", returns "06:12".
function labelledIn(markdown: string, name: string): string | null {
	const label = name
		.replace(/([a-z])([A-Z])|_/g, '$1 $2')
		.replace(/[^\p{L}\p{N} ]/gu, '')
		.trim();
	if (label === '') return null;
	return new RegExp(`\\b${label}: *([^\\n]+)`, 'i').exec(markdown)?.[1]?.trim() ?? null;
}
