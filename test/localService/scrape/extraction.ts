// Extracts values without a language model.

interface PropertySchema {
	type?: string;
	properties?: Record<string, PropertySchema>;
}

const patterns: [RegExp, RegExp][] = [
	[/title|headline|^name$/i, /(?<=^# ).+$/m],
	[/e?mail/i, /[\w.+-]+@[\w-]+\.[\w.]*\w/],
	[/price|cost/i, /\d[\d.,]*\s?(?:EUR|USD|GBP)/],
];

/** Returns the JSON for the schema. A value that the page does not contain is null. */
export function extractJson(markdown: string, schema: unknown): Record<string, unknown> {
	const { properties = { title: {} } } = (schema ?? {}) as PropertySchema;
	const values = Object.entries(properties).map(([name, property]) => [
		name,
		property.type === 'object'
			? extractJson(markdown, property)
			: valueOf(markdown, name, property.type),
	]);
	return Object.fromEntries(values) as Record<string, unknown>;
}

function valueOf(markdown: string, name: string, type = 'string'): unknown {
	const pattern = patterns.find(([names]) => names.test(name))?.[1];
	const text = pattern?.exec(markdown)?.[0] ?? null;
	if (type === 'array') return text === null ? [] : [text];
	if (type === 'boolean') return markdown.toLowerCase().includes(name.toLowerCase());
	if (type !== 'number' && type !== 'integer') return text;
	const [, after = ''] = markdown.toLowerCase().split(name.toLowerCase());
	const digits = /\d+(?:\.\d+)?/.exec(text ?? after.slice(0, 80))?.[0];
	return digits === undefined ? null : Number(digits);
}
