export function summaryOf(markdown: string): string | null {
	return sentencesOf(markdown).slice(0, 3).join(' ') || null;
}

/**
 * Returns the sentences that share the most words with the question, or null if no sentence shares
 * a word.
 */
export function sentencesAbout(markdown: string, question: string): string | null {
	const wanted = distinctWords(question);
	const scored = sentencesOf(markdown).map((sentence) => {
		const shared = [...distinctWords(sentence)].filter((word) => wanted.has(word));
		return { sentence, score: shared.length };
	});
	const best = Math.max(0, ...scored.map((entry) => entry.score));
	if (best === 0) return null;
	const fitting = scored.filter((entry) => entry.score === best).slice(0, 3);
	return fitting.map((entry) => entry.sentence).join(' ');
}

export function sentencesOf(markdown: string): string[] {
	const paragraphs = plainText(markdown).split(/\n{2,}/);
	return paragraphs
		.flatMap(
			(paragraph) =>
				paragraph.replace(/\s+/g, ' ').match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?](?=\s|$)/g) ??
				[],
		)
		.map((sentence) => sentence.trim());
}

export function plainText(markdown: string): string {
	return markdown
		.replace(/```[\s\S]*?```/g, '')
		.replace(/^[#>|-].*$/gm, '')
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[*_`]/g, '');
}

// Words of up to three letters are ignored, because such words occur in most sentences.
function distinctWords(text: string): Set<string> {
	return new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
}
