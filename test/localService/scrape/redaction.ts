import type { RedactionOptions } from './scrapeRequest';

const entities: [string, RegExp][] = [
	['EMAIL', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
	['PHONE', /\+\d[\d ()-]{6,}\d/g],
];

export function redact(text: string, wanted: boolean | RedactionOptions | undefined): string {
	if (!wanted) return text;
	const options = wanted === true ? {} : wanted;
	const chosen = entities.filter(([name]) => options.entities?.includes(name) ?? true);
	return chosen.reduce(
		(result, [name, pattern]) =>
			result.replace(pattern, (match) => replacement(name, match, options.replaceStyle)),
		text,
	);
}

function replacement(
	name: string,
	match: string,
	style: RedactionOptions['replaceStyle'] = 'tag',
): string {
	if (style === 'remove') return '';
	return style === 'mask' ? '*'.repeat(match.length) : `<${name}>`;
}
