import { z } from 'zod';
import type { CatalogCall } from './catalogRequest';

export type ToolName = Pick<CatalogCall, 'provider' | 'capability'>;

export const toolIdOf = ({ provider, capability }: ToolName): string => `${provider}/${capability}`;

const MAX_PART_LENGTH = 200;

const isName = (text: string): boolean => text !== '' && text.length <= MAX_PART_LENGTH;

/**
 * Parses `provider/capability`. Only the capability may contain slashes. Each part has 1 to 200 characters
 * (specification, "Catalog call object").
 */
export const toolId = z
	.string()
	.min(1)
	.transform((text, context): ToolName => {
		const slash = text.indexOf('/');
		const provider = text.slice(0, Math.max(slash, 0)).trim();
		const capability = text.slice(slash + 1).trim();
		if (isName(provider) && isName(capability)) return { provider, capability };
		const message =
			'must be provider/capability, up to 200 characters each, as in companies/lookup';
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});
