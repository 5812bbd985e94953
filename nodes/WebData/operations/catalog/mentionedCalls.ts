import type { CatalogCall } from '../../api/catalog/catalogRequest';

const isNameCharacter = (character: string): boolean => /[\w-]/.test(character);

/** Whether the text contains the name as a whole word. For example, `rates` is not a whole word in `exchange-rates`. */
function containsName(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const before = text.charAt(at - 1);
		const after = text.charAt(at + name.length);
		if (!isNameCharacter(before) && !isNameCharacter(after)) return true;
	}
	return false;
}

/** Returns the numbers of the calls that a text from the service mentions. The first call has the number 1. */
export function mentionedCalls(text: string, calls: readonly CatalogCall[]): number[] {
	if (calls.length === 1) return [1];
	const named = calls.map(({ provider, capability }, index) => ({
		number: index + 1,
		provider: containsName(text, provider),
		capability: containsName(text, capability),
	}));
	const levels = [
		named.filter((call) => call.provider && call.capability),
		named.filter((call) => call.provider),
		named.filter((call) => call.capability),
	];
	return (levels.find((level) => level.length > 0) ?? []).map(({ number }) => number);
}
