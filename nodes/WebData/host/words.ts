// Puts the labels of the form into the texts of the catalogue, so that a remedy names the field as the editor shows it.

import type { INodeProperties } from 'n8n-workflow';
import { labelOf } from '../operations/labels';

const credentialLabels: Record<string, string> = {
	apiKey: "'API Key' of the credential",
	baseUrl: "'Base URL' of the credential",
};

/** Where a text names a field. */
const PLACE = /\{(\w+)\}/g;

/**
 * Replaces each `{apiName}` by the quoted label of the first field with that name in `fields`. A sentence that
 * names a field which is not among them is left out: nobody can change what the form does not show.
 */
export function withLabels(text: string, fields: readonly INodeProperties[]): string {
	const labelFor = (name: string): string | undefined => {
		const label = labelOf(fields, name);
		return credentialLabels[name] ?? (label === undefined ? undefined : `'${label}'`);
	};
	return text
		.split(/(?<=[.!?]) (?=[A-Z{'])/)
		.filter((sentence) =>
			[...sentence.matchAll(PLACE)].every(([, name = '']) => labelFor(name) !== undefined),
		)
		.join(' ')
		.replace(PLACE, (place, name: string) => labelFor(name) ?? place);
}
