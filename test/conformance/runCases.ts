import type { IDataObject, INodeType } from 'n8n-workflow';
import { fallbackRows } from '../../nodes/WebData/errors/rows/response';
import { findOperation } from '../../nodes/WebData/resources';
import { creditsFor, givenFor, type World } from '../cases/existing';
import type { Existing, Need } from '../cases/operationCase';
import { runNode } from '../support/builtNode';
import type { ConformanceCase } from './cases';
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
	page: string;
	/** The start page of a website. */
	site: string;
	/** URL of a PDF. Without this URL, the cases about parsers are skipped. */
	pdf?: string;
	maxCredits: number;
	onResult?(result: ConformanceResult): void;
}

const unmatchedReasons = new Set<unknown>(Object.values(fallbackRows).map(({ id }) => id));

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

function creditsIn(json: IDataObject = {}): number | undefined {
	const { metadata } = (json.data ?? {}) as { metadata?: IDataObject };
	const credits =
		metadata?.creditsUsed ?? json.creditsUsed ?? json.creditsBilled ?? json.creditsCost;
	return typeof credits === 'number' && credits >= 0 ? credits : undefined;
}

const simplifies = ({ resource, operation }: ConformanceCase): boolean =>
	findOperation(resource, operation)?.simplifies === true;

/** Returns the ID of a created object as it is in the response and in a simplified item. */
function idsIn([json = {}]: readonly IDataObject[]): IDataObject {
	const id = (json.data as IDataObject | undefined)?.id ?? json.id;
	return { monitorId: id, sessionId: id };
}

class Conformance {
	private readonly existing = new Map<Need | undefined, Existing>();
	/** Monitors and browser sessions to be deleted. */
	private readonly left: [resource: string, form: IDataObject][] = [];
	private credits = 0;

	constructor(private readonly target: Target) {}

	async run(nextCase: ConformanceCase): Promise<ConformanceResult> {
		const { name, input } = nextCase;
		const result: ConformanceResult = {
			...{ operation: name, input, outcome: 'accepted', why: '', isUnmatched: false },
			...{ missing: [], unknown: [] },
			...(await this.resultOf(nextCase)),
		};
		// A case that costs nothing can return the number of credits of an earlier case.
		const { credits = 0 } = nextCase;
		if (result.outcome === 'accepted' && credits > 0) this.credits += result.credits ?? credits;
		return result;
	}

	/** Deletes what would cost credits. */
	async cleanUp(): Promise<void> {
		for (const [resource, form] of this.left) await this.itemsOf(resource, 'delete', form);
	}

	private async resultOf(nextCase: ConformanceCase): Promise<Partial<ConformanceResult>> {
		const { needs, repeat, samples = [], output, needsPdf } = nextCase;
		const { pdf, maxCredits } = this.target;
		const added = this.existing.has(needs) ? 0 : creditsFor(needs);
		if (this.credits + added + (nextCase.credits ?? 0) > maxCredits)
			return { outcome: 'overLimit' };
		if (needsPdf && pdf === undefined) return { outcome: 'skipped', why: 'there is no PDF' };
		const existing = await this.givenFor(nextCase);
		if (existing instanceof Error) return { outcome: 'skipped', why: existing.message };
		const items = await this.itemsOfCase(
			nextCase,
			needsPdf ? { ...existing, page: pdf ?? '' } : existing,
		);
		if (repeat === 'ends') this.existing.delete(needs);
		const failed = items.find(isErrorItem);
		if (failed !== undefined) return { outcome: 'refused', ...refusal(failed) };
		const [item] = items;
		const present = presentFields(item);
		return {
			missing: output.filter((field) => !present.includes(field)),
			unknown: unknownFields(item, samples),
			credits: creditsIn(item),
		};
	}

	private async givenFor({ needs, ...rest }: ConformanceCase): Promise<Existing | Error> {
		const known = this.existing.get(needs);
		if (known !== undefined) return known;
		const { page, site } = this.target;
		const run: World['run'] = async (resource, operation, form) => {
			const items = await this.itemsOf(resource, operation, form as IDataObject);
			const failed = items.find(isErrorItem);
			if (failed !== undefined) throw new Error(String(failed.error));
			return items;
		};
		try {
			const existing = await givenFor({ ...rest, needs }, { page, site, run });
			this.credits += creditsFor(needs);
			this.existing.set(needs, existing);
			return existing;
		} catch (error) {
			return error as Error;
		}
	}

	private itemsOfCase(nextCase: ConformanceCase, existing: Existing): Promise<IDataObject[]> {
		const { resource, operation, parameters, binary } = nextCase;
		const form = {
			requestSettings: { maxTries: 1 },
			...(simplifies(nextCase) ? { simplify: false } : {}),
			...parameters(existing),
		};
		return this.itemsOf(resource, operation, form as IDataObject, binary);
	}

	private async itemsOf(
		resource: string,
		operation: string,
		form: IDataObject,
		binary?: ConformanceCase['binary'],
	): Promise<IDataObject[]> {
		const { node, baseUrl, apiKey } = this.target;
		const { items } = await runNode(node, {
			parameters: { resource, operation, ...form } as never,
			binary: binary && [binary],
			credential: { baseUrl, apiKey },
			onError: 'continueRegularOutput',
		});
		const answers = items.map(({ json }) => json);
		if (operation === 'create') this.left.push([resource, idsIn(answers)]);
		return answers;
	}
}

/** Runs the cases in order. Creates what the cases need, and deletes it at the end. */
export async function runCases(
	cases: readonly ConformanceCase[],
	target: Target,
): Promise<ConformanceResult[]> {
	const conformance = new Conformance(target);
	const results: ConformanceResult[] = [];
	for (const nextCase of cases) {
		const result = await conformance.run(nextCase);
		results.push(result);
		target.onResult?.(result);
	}
	await conformance.cleanUp();
	return results;
}
