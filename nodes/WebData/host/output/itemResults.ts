import type { IPairedItemData } from 'n8n-workflow';
import type { CallResult } from '../../api/http/call';
import { hasInexactInteger } from '../../api/http/response';
import type { Notice, OutputPart } from '../../operations/operation';
import type { Batch, ReadyItem } from '../batch';
import type { ItemResult, UnsuccessfulItem } from '../itemResult';
import { maxFileBytes } from '../input/settings';
import { hostRuntime } from '../network/runtime';
import { toErrorItem } from './errors';
import type { Files } from './files';
import { requestPreview, toItemJson } from './itemJson';
import { maskFailure } from '../../api/http/maskSecret';

export const failedResult = (failure: UnsuccessfulItem, index: number): ItemResult => ({
	items: [toErrorItem(failure, index)],
	failure,
	notices: [],
	waits: [],
});

export const thrownResult = (thrown: unknown, sent: boolean, index: number): ItemResult => {
	const error = thrown instanceof Error ? thrown : new Error(String(thrown));
	return failedResult({ kind: 'thrown', error, sent }, index);
};

const requestIdOf = ({ plan }: ReadyItem): string | undefined =>
	plan.request.headers?.['x-request-id'];

function callFailure(item: ReadyItem, result: CallResult & { ok: false }): ItemResult {
	const { operation, reading, opened, index } = item;
	const failure = maskFailure(result.failure, opened.account.apiKey);
	return failedResult(
		{
			kind: 'failed',
			operation,
			reading,
			requestId: requestIdOf(item),
			result: { ...result, failure },
		},
		index,
	);
}

/** A part of a request can belong to several input items. */
type PairedPart = OutputPart & { pairedItem?: IPairedItemData[] };

async function partResult(
	files: Files,
	item: ReadyItem,
	part: PairedPart,
	{ attempts, waits }: CallResult,
): Promise<ItemResult> {
	if ('failure' in part) {
		const requestId = requestIdOf(item) ?? part.failure.requestId;
		const failure = { ...part.failure, requestId };
		return callFailure(item, { ok: false, failure, stopReason: 'notRetryable', attempts, waits });
	}
	const json = toItemJson(part.json);
	const maxBytes = maxFileBytes(item.settings);
	const { output, notices } = await files.attach(json, part.files ?? [], maxBytes);
	const pairedItem = part.pairedItem ?? { item: item.index };
	return { items: [{ ...output, pairedItem }], notices, waits: [] };
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
	notices: Notice[];
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
	result: CallResult,
): Promise<ItemResult> {
	try {
		const results = await Promise.all(parts.map((part) => partResult(files, item, part, result)));
		const items = results.flatMap((each) => each.items);
		const isRounded = items.some(({ json }) => hasInexactInteger(json));
		return {
			items,
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

function splitByItem(batch: Batch, parts: OutputPart[], notices: Notice[]): ItemParts[] {
	const split = batch.map((): ItemParts => ({ parts: [], notices: [] }));
	for (const part of parts) {
		const { item = 0 } = part;
		if (typeof item === 'number' || item.length < 2) {
			split[typeof item === 'number' ? item : (item[0] ?? 0)]?.parts.push(part);
		} else split[item[0] ?? 0]?.parts.push({ ...part, pairedItem: pairWithItems(batch, item) });
	}
	for (const notice of notices) split[notice.item ?? 0]?.notices.push(notice);
	return split;
}

export async function toItemResults(
	files: Files,
	batch: Batch,
	result: CallResult,
): Promise<ItemResult[]> {
	if (!result.ok) return batch.map((item) => callFailure(item, result));
	const [first] = batch;
	const { plan, settings } = first;
	const { simplify } = settings;
	const { answer } = result;
	const parts = plan.toParts(answer, { simplify, requestId: requestIdOf(first) });
	const notices = plan.notices(answer, hostRuntime.now());
	const split = splitByItem(batch, parts, notices);
	return await Promise.all(
		batch.map((item, place) =>
			successResult(files, item, split[place] ?? { parts: [], notices: [] }, result),
		),
	);
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
