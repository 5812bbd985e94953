// Answers questions about a page, and extracts values, without a language model.
function sentencesOf(markdown: string): string[] {
	const sentences = plainText(markdown)
		.split(/\n{2,}/)
		.flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]) /));
	return sentences.map((sentence) => sentence.trim()).filter((each) => /[.!?]$/.test(each));
}

function plainText(markdown: string): string {
	return markdown
		.replace(/```[\s\S]*?```/g, '')
		.replace(/^[#>|-].*$/gm, '')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[*_`]/g, '');
}

export function summaryOf(markdown: string): string | null {
	return sentencesOf(markdown).slice(0, 3).join(' ') || null;
}

/** Returns the sentence that shares the most words with the question, or null. */
export function sentenceAbout(markdown: string, question = ''): string | null {
	const wanted = longWords(question);
	const scored = sentencesOf(markdown).map((sentence) => {
		const shared = longWords(sentence).filter((word) => wanted.includes(word));
		return { sentence, score: new Set(shared).size };
	});
	const best = scored.sort((a, b) => b.score - a.score)[0];
	return best && best.score > 0 ? best.sentence : null;
}

const longWords = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

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
