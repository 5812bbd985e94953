// Puts the labels of the form into the texts of the catalogue, so that a remedy names the field as the editor shows it.

import type { INodeProperties } from 'n8n-workflow';
import { labelOf } from '../../operations/form/labels';

const credentialLabels: Record<string, string> = {
	apiKey: "'API Key' of the credential",
	baseUrl: "'Base URL' of the credential",
};

/** Each unit is used for times that are at least so many of it: rounding then changes little. */
const units = [
	{ unit: 'days', ms: 86_400_000, least: 2 },
	{ unit: 'hours', ms: 3_600_000, least: 2 },
	{ unit: 'minutes', ms: 60_000, least: 10 },
] as const;

/** A length of time as people say it. */
export function formatDuration(ms: number): string {
	const found = units.find((each) => ms >= each.least * each.ms);
	if (found !== undefined) return `${Math.round(ms / found.ms)} ${found.unit}`;
	const places = ms < 10_000 ? 1 : 0;
	return `${Number((ms / 1000).toFixed(places))} s`;
}

/** Text for where n8n shows HTML: addresses and the service's words are none. */
export const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Where a text names a field. */
const FIELD_REFERENCE = /\{(\w+)\}/g;

/**
 * Replaces each `{apiName}` by the quoted label of the first field with that name in `fields`. A sentence that
 * names a field which is not among them is left out: nobody can change what the form does not show.
 */
export function insertLabels(text: string, fields: readonly INodeProperties[]): string {
	const labelFor = (name: string): string | undefined => {
		const label = labelOf(fields, name);
		return credentialLabels[name] ?? (label === undefined ? undefined : `'${label}'`);
	};
	return text
		.split(/(?<=[.!?]) (?=[A-Z{'])/)
		.filter((sentence) =>
			[...sentence.matchAll(FIELD_REFERENCE)].every(
				([, name = '']) => labelFor(name) !== undefined,
			),
		)
		.join(' ')
		.replace(FIELD_REFERENCE, (place, name: string) => labelFor(name) ?? place);
}
