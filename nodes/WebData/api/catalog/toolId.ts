// The one text that names a tool of the catalog: its provider and its capability.

import { z } from 'zod';
import type { CatalogCall } from './catalogRequest';

export type ToolName = Pick<CatalogCall, 'provider' | 'capability'>;

export const toolIdOf = ({ provider, capability }: ToolName): string => `${provider}/${capability}`;

const MAX_NAME_LENGTH = 200;

const isName = (text: string): boolean => text.length > 0 && text.length <= MAX_NAME_LENGTH;

/** Capabilities may contain slashes, providers cannot. */
const splitToolId = (text: string): ToolName => {
	const slash = text.indexOf('/');
	return {
		provider: text.slice(0, Math.max(slash, 0)).trim(),
		capability: text.slice(slash + 1).trim(),
	};
};

/** `provider/capability` as the two names of a call. Specification: Catalog call object, 1 to 200 characters each. */
export const toolId = z
	.string()
	.min(1)
	.transform((text, context): ToolName => {
		const { provider, capability } = splitToolId(text);
		if (isName(provider) && isName(capability)) return { provider, capability };
		const message =
			'must be provider/capability, up to 200 characters each, for example companies/lookup';
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});
