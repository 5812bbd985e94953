import type { IDataObject, IPairedItemData } from 'n8n-workflow';
import { failWith, type Result, type FailedResult } from '../../client/call';
import { type Account, type ApiRequest, requestHeaders, requestUrl } from '../../client/request';
import { maskFailure } from '../../errors/mask';
import { hasInexactInteger, type JsonObject } from '../../json/json';
import type { Notice, OutputPart } from '../../operation/output';
import type { FilePart } from '../../transport/http';
import { maxFileBytes } from '../input';
import {
	asItemJson,
	type Batch,
	type ItemNotice,
	type ItemResult,
	type ReadyItem,
	toItemJson,
} from '../item';
import { inTurns, nextTurn } from '../network/fairness';
import { hostRuntime } from '../network/runtime';
import type { UnsuccessfulItem } from './errorReport';
import { toError, toErrorItem } from './errors';
import type { Files } from './files';

export const failedResult = (failure: UnsuccessfulItem, index: number): ItemResult => ({
	items: [toErrorItem(failure, index)],
	failure,
	notices: [],
	waits: [],
});

export const thrownResult = (thrown: unknown, sent: boolean, index: number): ItemResult =>
	failedResult({ kind: 'thrown', error: toError(thrown), sent }, index);

const requestIdOf = ({ plan }: ReadyItem): string | undefined =>
	plan.request.headers?.['x-request-id'];

function callFailure(item: ReadyItem, result: FailedResult): ItemResult {
	const { operation, reading, opened, index } = item;
	const failure = maskFailure(result.failure, opened.account.apiKey);
	const failed = { operation, reading, requestId: requestIdOf(item) };
	return failedResult({ kind: 'failed', ...failed, result: { ...result, failure } }, index);
}

/** A part of a request can belong to several input items. */
type PairedPart = OutputPart & { pairedItem?: IPairedItemData[] };

/** Returns a promise only for a part with files, because a response can have 100,000 parts. */
function partResult(
	files: Files,
	item: ReadyItem,
	part: PairedPart,
	result: Result<unknown>,
): ItemResult | Promise<ItemResult> {
	if ('failure' in part) {
		const requestId = requestIdOf(item) ?? part.failure.requestId;
		return callFailure(item, failWith(result, { ...part.failure, requestId }));
	}
	const json = toItemJson(part.json);
	const pairedItem = part.pairedItem ?? { item: item.index };
	if (part.files === undefined || part.files.length === 0) {
		return { items: [{ json, pairedItem }], notices: [], waits: [] };
	}
	return files
		.attach(json, part.files, maxFileBytes(item.settings))
		.then(({ output, notices }) => ({ items: [{ ...output, pairedItem }], notices, waits: [] }));
}

function firstFailure(results: readonly ItemResult[]): UnsuccessfulItem | undefined {
	const failure = results.find((result) => result.failure !== undefined)?.failure;
	if (failure?.kind !== 'failed') return failure;
	const paid = results.flatMap((result) =>
		result.failure === undefined ? result.items.map(({ json }) => json) : [],
	);
	return { ...failure, paid: paid.length > 0 ? paid : undefined };
}

interface ItemParts {
	parts: PairedPart[];
	notices: ItemNotice[];
}

const roundedIntegers: Notice = {
	kind: 'roundedIntegers',
	text: 'The response contains integers greater than 2^53, which JavaScript rounds, so their last digits may be wrong',
	advice: 'Request such IDs as text if the service supports text IDs',
	warns: true,
};

async function successResult(
	files: Files,
	item: ReadyItem,
	{ parts, notices }: ItemParts,
	result: Result<unknown>,
): Promise<ItemResult> {
	try {
		const pending: (ItemResult | Promise<ItemResult>)[] = [];
		let isRounded = false;
		await inTurns(parts, (part) => {
			const ended = partResult(files, item, part, result);
			// Until it is awaited, a rejection counts as unhandled.
			if (ended instanceof Promise) ended.catch(() => undefined);
			pending.push(ended);
			isRounded ||= 'json' in part && hasInexactInteger(part.json);
		});
		const results: ItemResult[] = [];
		// Awaiting each of 100,000 results would block n8n.
		for (const ended of pending) results.push(ended instanceof Promise ? await ended : ended);
		return {
			items: results.flatMap((each) => each.items),
			failure: firstFailure(results),
			notices: [
				...notices,
				...(isRounded ? [roundedIntegers] : []),
				...results.flatMap((each) => each.notices),
			],
			waits: result.waits,
		};
	} catch (thrown) {
		return thrownResult(thrown, true, item.index);
	}
}

const pairWithItems = (batch: Batch, places: readonly number[]): IPairedItemData[] =>
	places.flatMap((place) => batch[place] ?? []).map(({ index }) => ({ item: index }));

async function splitByItem(batch: Batch, parts: Iterable<OutputPart>): Promise<ItemParts[]> {
	const split = batch.map((): ItemParts => ({ parts: [], notices: [] }));
	await inTurns(parts, (part) => {
		const { item = 0 } = part;
		if (typeof item === 'number' || item.length < 2) {
			split[typeof item === 'number' ? item : (item[0] ?? 0)]?.parts.push(part);
		} else split[item[0] ?? 0]?.parts.push({ ...part, pairedItem: pairWithItems(batch, item) });
	});
	return split;
}

export async function toItemResults(
	files: Files,
	batch: Batch,
	result: Result<unknown>,
): Promise<ItemResult[]> {
	if (!result.ok) return batch.map((item) => callFailure(item, result));
	const [first] = batch;
	const { plan, settings } = first;
	// Parsing a large response can take more than 100 ms.
	await nextTurn();
	const { parts, notices = [] } = plan.toOutput(result.answer, {
		simplify: settings.simplify,
		requestId: requestIdOf(first),
		nowMs: hostRuntime.now(),
	});
	const split = await splitByItem(batch, parts);
	for (const notice of notices) {
		// A request for several items can contain only one.
		const ofRequest = notice.item === undefined && plan.batchKey !== undefined;
		split[notice.item ?? 0]?.notices.push(ofRequest ? { ...notice, ofRequest } : notice);
	}
	const results: Promise<ItemResult>[] = [];
	await inTurns(batch.entries(), ([place, item]) => {
		const ofItem = split[place] ?? { parts: [], notices: [] };
		results.push(successResult(files, item, ofItem, result));
	});
	return await Promise.all(results);
}

const previewFile = ({ content: _content, ...file }: FilePart): JsonObject => ({ ...file });

/** Returns the request that the node would send, with the API key masked and without the contents of files. */
export function requestPreview(account: Account, request: ApiRequest): IDataObject {
	const headers = requestHeaders(account, request);
	return asItemJson({
		method: request.method,
		url: requestUrl(account, request),
		headers: { ...headers, authorization: 'Bearer ***' },
		...(request.body && { body: request.body }),
		...(request.files && { files: request.files.map(previewFile) }),
	});
}

const previewNotice: Notice = {
	kind: 'preview',
	text: "'Preview Request' is on, so the node returned the request without sending anything",
	advice: "To get results, turn off 'Preview Request' on the Settings tab",
	warns: true,
};

/** Returns one item with the preview of a request, paired with all input items. */
export function previewResults(batch: Batch): ItemResult[] {
	const [{ opened, plan }] = batch;
	const json = requestPreview(opened.account, plan.request);
	const inputs = batch.map(({ index }) => ({ item: index }));
	const pairedItem = inputs.length === 1 ? inputs[0] : inputs;
	return batch.map((_item, place) => ({
		items: place === 0 ? [{ json, pairedItem }] : [],
		notices: [previewNotice],
		waits: [],
	}));
}
