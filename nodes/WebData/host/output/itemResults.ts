import type { INodeExecutionData } from 'n8n-workflow';
import { type Client, type Effort, ServiceError } from '../../client/client';
import { type ApiRequest, toTransportRequest } from '../../client/request';
import { maskFailure } from '../../errors/mask';
import { type LabeledIssue, labelsOf } from '../../form/labels';
import { BYTES_PER_MB, copyJson, hasInexactInteger } from '../../json/json';
import { adviceWithLabels, webhookNotice } from '../../operation/notices';
import { type Notice, noticesOf, type OutputPart } from '../../operation/operation';
import type { Plan } from '../../operation/plan';
import {
	asItemJson,
	type Batch,
	type ItemNotice,
	type ItemResult,
	type ReadyItem,
	toItemJson,
} from '../item';
import { hostRuntime } from '../network/runtime';
import { inTurns } from '../network/turns';
import type { UnsuccessfulItem } from './errorReport';
import { toError, toErrorItem } from './errors';
import { type Files, noFiles } from './files';

export const failedResult = (failure: UnsuccessfulItem, index: number): ItemResult => ({
	items: [toErrorItem(failure, index)],
	failure,
	notices: [],
});

/** `label` is the label of the field in which the error occurred. */
export const thrownResult = (
	thrown: unknown,
	sent: boolean,
	index: number,
	label?: string,
): ItemResult => failedResult({ kind: 'thrown', error: toError(thrown), sent, label }, index);

function callFailure(item: ReadyItem, error: ServiceError, requestId?: string): ItemResult {
	const { operation, labelOf, account, index } = item;
	const masked = error.with(maskFailure(error.failure, account.apiKey));
	return failedResult({ kind: 'failed', error: masked, operation, labelOf, requestId }, index);
}

/** Maximum number of field errors that each item after the first repeats. */
const MAX_REPEATED_ISSUES = 3;

/**
 * Returns the results of items whose request has failed, or during whose processing an error was thrown. Only the first
 * item contains all field errors. `sent` is the request, if it may have been sent.
 */
export function failedBatch(
	[first, ...others]: Batch,
	thrown: unknown,
	sent?: ApiRequest,
): ItemResult[] {
	if (!(thrown instanceof ServiceError)) {
		return [first, ...others].map(({ index }) => thrownResult(thrown, sent !== undefined, index));
	}
	const requestId = sent?.headers?.['x-request-id'];
	const { failure } = thrown;
	const short = { ...failure, issues: failure.issues?.slice(0, MAX_REPEATED_ISSUES) };
	const own = callFailure(first, thrown, requestId);
	if (others[0] === undefined) return [own];
	// The items have the same report, whose creation takes up to 1 ms.
	const shared = callFailure(others[0], thrown.with(short), requestId);
	const copyFor = ({ index }: ReadyItem): ItemResult => ({
		...shared,
		items: shared.items.map((item) => copyItem(item, index)),
	});
	return [own, ...others.map(copyFor)];
}

const roundedIntegers: Notice = {
	kind: 'roundedIntegers',
	text: 'The response contains integers greater than 2^53, which JavaScript rounds, so their last digits may be wrong',
	advice: 'Use text IDs instead, if the service provides them',
	warns: true,
};

const emptyList: Notice = {
	kind: 'emptyList',
	text: 'The service returned an empty list',
};

function pairingOf(batch: Batch): INodeExecutionData['pairedItem'] {
	const inputs = batch.map(({ index }) => ({ item: index }));
	return inputs.length === 1 ? inputs[0] : inputs;
}

/**
 * Returns the output of a part that belongs to the items, and is reported for the first one. Returns a promise only for a
 * part with files, because a response can have 100,000 parts.
 */
function partResult(
	files: Files,
	[item, ...others]: Batch,
	part: OutputPart,
	{ attempts }: Effort,
	requestId?: string,
): ItemResult | Promise<ItemResult> {
	if (!('json' in part)) {
		const error = 'error' in part ? part.error : new ServiceError(part.failure, { attempts });
		const { failure } = error;
		const named = { ...failure, requestId: requestId ?? failure.requestId };
		return callFailure(item, error.with(named), requestId);
	}
	const json = toItemJson(part.json);
	const pairedItem = pairingOf([item, ...others]);
	const rounded = hasInexactInteger(part.json) ? [roundedIntegers] : [];
	if (part.files === undefined || part.files.length === 0) {
		return { items: [{ json, pairedItem }], notices: rounded };
	}
	return files
		.attach(json, part.files, item.settings.maxFileSize * BYTES_PER_MB)
		.then(({ output, notices }) => ({
			items: [{ ...output, pairedItem }],
			notices: [...rounded, ...notices],
		}));
}

/** A part waits for its files. */
type PendingPart = ItemResult | Promise<ItemResult>;

async function joinParts(
	{ index }: ReadyItem,
	parts: readonly PendingPart[],
	notices: readonly ItemNotice[],
	{ waits }: Effort,
): Promise<ItemResult> {
	try {
		const results: ItemResult[] = [];
		// Awaiting each of 100,000 results would block n8n.
		for (const part of parts) results.push(part instanceof Promise ? await part : part);
		let failure = results.find((each) => each.failure !== undefined)?.failure;
		if (failure?.kind === 'failed') {
			const succeeded = results.filter((each) => each.failure === undefined);
			const paid = succeeded.flatMap(({ items }) => items.map(({ json }) => json));
			if (paid.length > 0) failure = { ...failure, paid };
		}
		return {
			items: results.flatMap(({ items }) => items),
			failure,
			notices: [...notices, ...results.flatMap((each) => each.notices)],
			waits,
		};
	} catch (thrown) {
		return thrownResult(thrown, true, index);
	}
}

const remarkNotice = ({ label, message, remedy }: LabeledIssue): Notice => ({
	kind: `remark: ${remedy}`,
	text: `'${label}' ${message}`,
	advice: remedy,
	warns: true,
});

interface Sent {
	plan: Plan;
	request: ApiRequest;
	client: Pick<Client, 'effort'>;
	resumeUrl?: string;
}

export async function toItemResults(
	files: Files,
	batch: Batch,
	{ plan, request, client: { effort }, resumeUrl }: Sent,
	answer: unknown,
): Promise<ItemResult[]> {
	const requestId = request.headers?.['x-request-id'];
	const [firstItem] = batch;
	const { settings } = firstItem;
	const { parts, notices: reported = [] } = plan.toOutput(answer, {
		simplify: settings.simplify,
		requestId,
		nowMs: hostRuntime.now(),
	});
	const pending = batch.map((): PendingPart[] => []);
	let count = 0;
	let fileCount: number | undefined;
	await inTurns(parts, (part) => {
		count++;
		if ('json' in part && part.files) fileCount = (fileCount ?? 0) + part.files.length;
		const places = [part.item ?? 0].flat().filter((place) => batch[place] !== undefined);
		const [item = firstItem, ...others] = places.flatMap((place) => batch[place] ?? []);
		const ended = partResult(files, [item, ...others], part, effort, requestId);
		// Until it is awaited, a rejection counts as unhandled.
		if (ended instanceof Promise) ended.catch(() => undefined);
		pending[places[0] ?? 0]?.push(ended);
	});
	const notices = count === 0 && reported.length === 0 ? [emptyList] : reported;
	const webhook = webhookNotice(request.body, firstItem.account.baseUrl, resumeUrl);
	const byItem = batch.map(({ hints }): ItemNotice[] => hints.map(remarkNotice));
	const missing =
		fileCount === 0 && adviceWithLabels(labelsOf(firstItem.operation.form.fields))(noFiles);
	for (const notice of noticesOf(webhook, notices, missing)) {
		// A request for several items can contain only one.
		const ofRequest = notice.item === undefined && plan.joinsItems;
		byItem[notice.item ?? 0]?.push(ofRequest ? { ...notice, ofRequest } : notice);
	}
	const results: Promise<ItemResult>[] = [];
	await inTurns(batch.entries(), ([place, item]) => {
		results.push(joinParts(item, pending[place] ?? [], byItem[place] ?? [], effort));
	});
	return await Promise.all(results);
}

/** A later node may change the JSON of an item, so the items share only texts and stored files. */
const copyItem = ({ json, binary }: INodeExecutionData, item: number): INodeExecutionData => ({
	json: copyJson(json),
	...(binary && { binary: copyJson(binary) }),
	pairedItem: { item },
});

/** Returns the result of each item of a group with equal requests, from the `sent` results of its first item. */
export async function copyResults(sent: ItemResult[], [, ...others]: Batch): Promise<ItemResult[]> {
	const [result] = sent;
	if (result === undefined || others.length === 0) return sent;
	const notices = result.notices.map((notice) => ({ ...notice, ofRequest: true as const }));
	const results: ItemResult[] = [{ ...result, notices }];
	for (const { index } of others) {
		const items: INodeExecutionData[] = [];
		await inTurns(result.items, (item) => {
			items.push(copyItem(item, index));
		});
		results.push({ items, failure: result.failure, notices: [] });
	}
	return results;
}

/**
 * Returns one item with the request that the node would send, with the API key masked and without the contents of files.
 * The item is paired with all input items.
 */
export function previewResults(batch: Batch, request: ApiRequest): ItemResult[] {
	const { method, url, headers } = toTransportRequest(batch[0].account, request);
	const files = request.files?.map(({ content: _content, ...file }) => file);
	const json = asItemJson({
		method,
		url,
		headers: { ...headers, authorization: 'Bearer ***' },
		...(request.body && { body: request.body }),
		...(files && { files }),
	});
	const pairedItem = pairingOf(batch);
	const notice = {
		kind: 'preview',
		text: "'Preview Request' is on, so the node returned the request without sending anything",
		advice: "To get results, turn off 'Preview Request' on the Settings tab",
		warns: true,
	};
	return batch.map((_item, place) => ({
		items: place === 0 ? [{ json, pairedItem }] : [],
		notices: [notice],
	}));
}
