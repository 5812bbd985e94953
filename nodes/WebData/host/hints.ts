// Hints beside the output: what happened quietly while the items were worked on, each kind said once.

import type { NodeExecutionHint } from 'n8n-workflow';
import type { Wait } from '../api/client';
import type { Notice } from '../operations/operation';
import type { Outcome, Succeeded } from './outcome';

interface Seen {
	item: number;
	text: string;
}

const MOST_ITEMS = 5;
const MOST_TEXTS = 3;

const repeated = (waits: readonly Wait[]): Notice[] => {
	const throttled = waits.filter(({ httpCode }) => httpCode === 429).length;
	const failed = waits.length - throttled;
	const seconds = Math.round(waits.reduce((sum, { delayMs }) => sum + delayMs, 0) / 1000);
	return [
		...(failed > 0
			? [{ kind: 'retried', text: `needed more than one try, with ${seconds} s of waiting` }]
			: []),
		...(throttled > 0
			? [
					{
						kind: 'throttled',
						text: `waited ${seconds} s for the account's limit, lower 'Max Concurrency' or upgrade the plan`,
					},
				]
			: []),
	];
};

const noticesOf = (outcome: Succeeded): Notice[] => [
	...repeated(outcome.effort.waits),
	...outcome.notices,
];

const listed = (items: readonly number[]): string => {
	const shown = items.slice(0, MOST_ITEMS).join(', ');
	return items.length > MOST_ITEMS ? `${shown} …` : shown;
};

const messageOf = (seen: readonly Seen[], total: number): string => {
	const texts = [...new Set(seen.map(({ text }) => text))];
	const said = texts.slice(0, MOST_TEXTS).join('; ');
	const items = [...new Set(seen.map(({ item }) => item))];
	return total === 1
		? `This item: ${said}.`
		: `${items.length} of ${total} items (${listed(items)}): ${said}${texts.length > MOST_TEXTS ? '; …' : ''}.`;
};

/** One hint for each kind of notice, naming the items by their index. */
export function hintsOf(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint[] {
	const kinds = new Map<string, Seen[]>();
	outcomes.forEach((outcome, item) => {
		if (outcome?.kind !== 'succeeded') return;
		for (const { kind, text } of noticesOf(outcome)) {
			const seen = kinds.get(kind) ?? [];
			seen.push({ item, text });
			kinds.set(kind, seen);
		}
	});
	return [...kinds.values()].map((seen) => ({
		message: messageOf(seen, outcomes.length),
		location: 'outputPane',
	}));
}
