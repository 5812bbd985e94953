import { integer, text } from '../schemas/parts';
import { fetchPage } from '../scrape/fetchPage';
import { readContent } from '../scrape/readContent';
import { plainText, sentencesOf } from '../scrape/sentences';
import type { ServiceState } from '../state';
import { defineTool, type Options } from './tool';

const WORDS_PER_MINUTE = 200;
const source = { url: { type: 'string', pattern: '^https?://' }, text };

export const textStatistics = defineTool({
	provider: 'text',
	capability: 'statistics',
	description: 'Counts the words, sentences, and headings of a page or a text.',
	creditsCost: 1,
	options: source,
	requiresOneOf: ['url', 'text'],
	example: { text: 'One sentence. And another.' },
	fields: ['words', 'sentences', 'headings', 'characters', 'readingTimeMinutes'],
	async run(options, state) {
		const { markdown, title } = await markdownOf(options, state);
		const wordCount = splitWords(markdown).length;
		return {
			data: {
				...(title && { title }),
				words: wordCount,
				sentences: sentencesOf(markdown).length,
				headings: (markdown.match(/^#{1,6} /gm) ?? []).length,
				characters: markdown.length,
				readingTimeMinutes: Math.ceil(wordCount / WORDS_PER_MINUTE),
			},
		};
	},
});

export const textKeywords = defineTool({
	provider: 'text',
	capability: 'keywords',
	description: 'The most frequent words of a page or a text.',
	creditsCost: 1,
	options: { ...source, limit: integer(1, 50) },
	requiresOneOf: ['url', 'text'],
	example: { text: 'Lens and lamp, lamp and lens.', limit: 2 },
	fields: ['word', 'count'],
	async run(options, state) {
		const { markdown } = await markdownOf(options, state);
		const data = ranked(splitWords(markdown)).slice(0, Number(options.limit ?? 10));
		return { data, records: data.length };
	},
});

interface Text {
	markdown: string;
	title?: string;
}

async function markdownOf(options: Options, state: ServiceState): Promise<Text> {
	if (options.url === undefined) return { markdown: String(options.text) };
	const body = { url: String(options.url) };
	const page = await fetchPage(body, state);
	const { markdown, metadata } = await readContent(page, body);
	return { markdown, ...(typeof metadata.title === 'string' && { title: metadata.title }) };
}

function splitWords(markdown: string): string[] {
	return plainText(markdown).match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

// Words of up to three letters are ignored, because such words occur in every text.
function ranked(words: string[]): { word: string; count: number }[] {
	const counts = new Map<string, number>();
	for (const word of words.map((one) => one.toLowerCase()).filter((one) => one.length > 3)) {
		counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	return [...counts]
		.map(([word, count]) => ({ word, count }))
		.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
}
