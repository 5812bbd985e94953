// Extracts JSON without a language model, from the Markdown and the metadata of the page.
import type { Metadata } from './metadata';
import { plainText } from './sentences';

export interface Source {
	markdown: string;
	metadata: Metadata;
}

export interface PropertySchema {
	type?: string;
	properties?: Record<string, PropertySchema>;
}

const patterns: [RegExp, RegExp][] = [
	[/e?mail/i, /[\w.+-]+@[\w-]+\.[\w.]*\w/],
	[/phone|tel/i, /\+\d[\d ()-]{6,}\d/],
	[/price|cost|amount/i, /(?:[$€£]\s?\d[\d.,]*\d)|(?:\d[\d.,]*\s?(?:EUR|USD|GBP))/],
	[/date/i, /\d{4}-\d{2}-\d{2}/],
	[/url|link/i, /https?:\/\/[^\s)]+/],
];

export function extractJson(source: Source, schema: unknown): Record<string, unknown> {
	const properties = (schema as PropertySchema | undefined)?.properties;
	const wanted = properties ?? { title: { type: 'string' }, description: { type: 'string' } };
	const entries = Object.entries(wanted).map(([name, property]) => [
		name,
		property.type === 'object' ? extractJson(source, property) : valueOf(source, name, property),
	]);
	return Object.fromEntries(entries);
}

export function valueOf(source: Source, name: string, property: PropertySchema): unknown {
	const text = findText(source, name);
	switch (property.type) {
		case 'number':
		case 'integer':
			return numberIn(text ?? textAfter(source.markdown, name));
		case 'boolean':
			return plainText(source.markdown).toLowerCase().includes(name.toLowerCase());
		case 'array':
			return text === null ? [] : [text];
		default:
			return text;
	}
}

function findText({ markdown, metadata }: Source, name: string): string | null {
	const known = metadata[name] ?? metadata[`og${name.charAt(0).toUpperCase()}${name.slice(1)}`];
	if (typeof known === 'string') return known;
	if (/title|headline|^name$/i.test(name)) return /^# (.+)$/m.exec(markdown)?.[1] ?? null;
	const pattern = patterns.find(([names]) => names.test(name))?.[1];
	return pattern?.exec(markdown)?.[0] ?? null;
}

function textAfter(markdown: string, name: string): string | null {
	const start = markdown.toLowerCase().indexOf(name.toLowerCase());
	return start < 0 ? null : markdown.slice(start, start + 80);
}

function numberIn(text: string | null): number | null {
	const digits = /\d+(?:\.\d+)?/.exec(text ?? '')?.[0];
	return digits === undefined ? null : Number(digits);
}
