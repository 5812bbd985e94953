export function sentencesOf(markdown: string): string[] {
	const sentences = plainText(markdown)
		.split(/\n{2,}/)
		.flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]) /));
	return sentences.map((sentence) => sentence.trim()).filter((each) => /[.!?]$/.test(each));
}

export function plainText(markdown: string): string {
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
