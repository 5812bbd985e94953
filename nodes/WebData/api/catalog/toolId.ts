// The one text that names a tool of the catalog: its provider and its capability.

import { z } from 'zod';
import type { CatalogCall } from './catalogRequest';

export type ToolName = Pick<CatalogCall, 'provider' | 'capability'>;

export const toolIdOf = ({ provider, capability }: ToolName): string => `${provider}/${capability}`;

/** Capabilities have slashes of their own, providers have none. */
const parts = /^\s*([^/]{1,200}?)\s*\/\s*(.{1,200}?)\s*$/;

/** `provider/capability` as the two names of a call. Specification: Catalog call object, 1 to 200 characters each. */
export const toolId = z
	.string()
	.min(1)
	.transform((text, context): ToolName => {
		const [, provider, capability] = parts.exec(text) ?? [];
		if (provider?.trim() && capability?.trim()) return { provider, capability };
		const message =
			'must be provider/capability, up to 200 characters each, for example companies/lookup';
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});
