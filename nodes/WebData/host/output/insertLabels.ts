import type { INodeProperties } from 'n8n-workflow';
import { labelOf, FIELD_REFERENCE } from '../../operations/form/labels';

const credentialLabels: Record<string, string> = {
	apiKey: "the credential's 'API Key'",
	baseUrl: "the credential's 'Base URL'",
};

/** A duration is shown in the first unit in which its value is at least `least`. */
const units = [
	{ name: 'days', ms: 86_400_000, least: 2 },
	{ name: 'hours', ms: 3_600_000, least: 2 },
	{ name: 'minutes', ms: 60_000, least: 10 },
] as const;

export function formatDuration(ms: number): string {
	const unit = units.find((each) => ms >= each.least * each.ms);
	if (unit !== undefined) return `${Math.round(ms / unit.ms)} ${unit.name}`;
	const places = ms < 10_000 ? 1 : 0;
	return `${Number((ms / 1000).toFixed(places))} s`;
}

/** Escapes text that n8n renders as HTML, such as URLs and service messages. */
export const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Replaces each `{apiName}` with the label of the field. Removes sentences about fields that the form does not contain.
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
