import type { IDataObject, INodeType } from 'n8n-workflow';
import { fallbackRows } from '../../nodes/WebData/api/errors/rows/fallback';
import { runNode } from '../support/builtNode';
import type { ConformanceCase, KnownIds, Pages } from './cases';
import { presentFields, unknownFields } from './fields';

export interface ConformanceResult {
	operation: string;
	input: string;
	outcome: 'accepted' | 'refused' | 'skipped' | 'overLimit';
	why: string;
	isUnmatched: boolean;
	missing: string[];
	unknown: string[];
	/** Charged credits, or undefined if the response does not state the credits. */
	credits?: number;
}

export interface Target {
	node: INodeType;
	baseUrl: string;
	apiKey: string;
	pages: Pages;
	maxCredits: number;
	onResult?(result: ConformanceResult): void;
}

const unmatchedReasons = new Set<unknown>(Object.values(fallbackRows).map(({ id }) => id));

const resultOf = (
	{ operation, input }: ConformanceCase,
	outcome: ConformanceResult['outcome'],
	rest: Partial<ConformanceResult>,
): ConformanceResult => ({
	...{ operation, input, outcome, why: '', isUnmatched: false, missing: [], unknown: [] },
	...rest,
});

async function itemsOf(
	{ node, baseUrl, apiKey }: Target,
	{ operation, binary }: ConformanceCase,
	parameters: IDataObject,
): Promise<IDataObject[]> {
	const [resource, name] = operation.split('.');
	const { items } = await runNode(node, {
		parameters: {
			...{ resource, operation: name, requestSettings: { maxTries: 1 } },
			...parameters,
		},
		binary: binary && [binary],
		credential: { baseUrl, apiKey },
		onError: 'continueRegularOutput',
	});
	return items.map(({ json }) => json);
}

const isErrorItem = (json: IDataObject): boolean =>
	'error' in json && 'message' in json && 'details' in json;

function refusal(json: IDataObject): Partial<ConformanceResult> {
	const { httpCode, reason, code, fields = [] } = json.details as IDataObject;
	const status = [httpCode, code].filter((part) => part !== undefined).join(' ');
	const issues = (fields as { field: string; message: string }[]).map(
		({ field, message }) => `${field}: ${message}`,
	);
	const why = [status, ...issues, String(json.error)].filter((part) => part !== '').join('; ');
	return { why, isUnmatched: unmatchedReasons.has(reason) };
}

function creditsIn(json: IDataObject): number | undefined {
	const { metadata } = (json.data ?? {}) as { metadata?: IDataObject };
	const credits =
		metadata?.creditsUsed ?? json.creditsUsed ?? json.creditsBilled ?? json.creditsCost;
	return typeof credits === 'number' && credits >= 0 ? credits : undefined;
}

async function runCase(
	target: Target,
	conformanceCase: ConformanceCase,
	ids: KnownIds,
): Promise<ConformanceResult> {
	const { expected, described, sample, remember } = conformanceCase;
	const parameters = conformanceCase.parameters(ids, target.pages);
	if (parameters === undefined) {
		return resultOf(conformanceCase, 'skipped', { why: 'an earlier result or a page is missing' });
	}
	const items = await itemsOf(target, conformanceCase, parameters as IDataObject);
	const failed = items.find(isErrorItem);
	if (failed !== undefined) return resultOf(conformanceCase, 'refused', refusal(failed));
	remember?.(items, ids);
	const answer = described(items[0] ?? {});
	const present = presentFields(answer);
	return resultOf(conformanceCase, 'accepted', {
		missing: expected.filter((field) => !present.includes(field)),
		unknown: unknownFields(answer, sample),
		credits: creditsIn(items[0] ?? {}),
	});
}

/** Runs the cases in order. Some cases need results of earlier cases. */
export async function runCases(
	cases: readonly ConformanceCase[],
	target: Target,
): Promise<ConformanceResult[]> {
	const ids: KnownIds = {};
	const results: ConformanceResult[] = [];
	let credits = 0;
	for (const nextCase of cases) {
		const fits = credits + nextCase.credits <= target.maxCredits;
		const result = fits
			? await runCase(target, nextCase, ids)
			: resultOf(nextCase, 'overLimit', {});
		// A case that costs nothing can return the number of credits of an earlier case.
		const isCharged = result.outcome === 'accepted' && nextCase.credits > 0;
		if (isCharged) credits += result.credits ?? nextCase.credits;
		results.push(result);
		target.onResult?.(result);
	}
	return results;
}
