// Puts the labels of the form into the texts of the catalogue, so that a remedy names the field as the editor shows it.

import type { INodeProperties } from 'n8n-workflow';
import { labelOf } from '../operations/form';

const credentialLabels: Record<string, string> = {
	apiKey: "'API Key' of the credential",
	baseUrl: "'Base URL' of the credential",
};

/** Replaces each `{apiName}` by the quoted label of the first field with that name in `fields`, else by the name itself. */
export function withLabels(text: string, fields: readonly INodeProperties[]): string {
	return text.replace(
		/\{(\w+)\}/g,
		(_, name: string) => credentialLabels[name] ?? `'${labelOf(fields, name) ?? name}'`,
	);
}
