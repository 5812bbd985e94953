import type { Issue } from '../answer';
import { closedObject } from '../schemas/parts';
import { compileCheck } from '../schemas/validate';
import type { ServiceState } from '../state';

export type Options = Record<string, unknown>;

export interface ToolResult {
	data: unknown;
	records?: number;
}

interface ToolFacts {
	provider: string;
	capability: string;
	description: string;
	creditsCost: number;
	options: Record<string, object>;
	required?: string[];
	requiresOneOf?: string[];
	example: Options;
	fields: string[];
	needsTerms?: boolean;
	run(options: Options, state: ServiceState): Promise<ToolResult>;
}

export interface Tool extends ToolFacts {
	faultIn(options: Options): string | undefined;
}

/** Error of one call. The other calls of the request continue. */
export class ToolError extends Error {
	constructor(
		readonly code: string,
		message: string,
		readonly status: number,
	) {
		super(message);
	}
}

export function defineTool(facts: ToolFacts): Tool {
	const check = compileCheck(closedObject(facts.options, facts.required));
	return {
		...facts,
		faultIn(options) {
			const issues = check(options);
			if (issues.length > 0) return issues.map(inWords).join('; ');
			const oneOf = facts.requiresOneOf;
			if (!oneOf || oneOf.some((name) => name in options)) return undefined;
			return `one of ${oneOf.join(', ')} is required`;
		},
	};
}

function inWords({ path, message }: Issue): string {
	return path.length === 0 ? message : `${path.join('.')} ${message}`;
}
