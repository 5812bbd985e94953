import { objectsIn } from '../../client/lists';
import type { ApiRequest } from '../../client/request';
import { type Failure, failureOfRow } from '../../errors/row';
import { type JsonObject, nonEmptyText } from '../../json/json';
import {
	ago,
	type Choice,
	type Choices,
	includesText,
	type ListSearch,
	MAX_CHOICE_LENGTH,
	MAX_SEARCH_PAGES,
	type PickerContext,
	truncateLine,
} from '../../operation/pickers';
import { monitorFormRows } from './errors';
import { monitorId } from './form';
import { listChecksRequest, listRequest } from './service';

/** Maximum page size that the service accepts. */
const PAGE_SIZE = 100;

const namedChoice = (id: unknown, ...parts: (string | undefined)[]): Choice[] => {
	const value = nonEmptyText(id);
	if (value === undefined) return [];
	const name = parts.filter((part) => part !== undefined && part !== '').join(', ');
	return [{ name: truncateLine(name === '' ? value : name, MAX_CHOICE_LENGTH), value }];
};

const monitorChoice = ({ id, name, status }: JsonObject): Choice[] =>
	namedChoice(id, nonEmptyText(name), status === 'active' ? undefined : nonEmptyText(status));

interface OffsetList {
	request: ApiRequest;
	/** Texts of an entry that the search looks through. */
	textsOf(entry: JsonObject): unknown[];
	choiceOf(entry: JsonObject): Choice[];
}

async function searchByOffset(
	ask: PickerContext['ask'],
	{ request, textsOf, choiceOf }: OffsetList,
	filter: string,
	from = '0',
): Promise<Choices | { failure: Failure }> {
	let offset = Number(from);
	for (let page = 1; ; page++) {
		const query = { ...request.query, offset: String(offset) };
		const response = await ask({ ...request, query });
		if ('failure' in response) return response;
		const entries = objectsIn(response.answer.data);
		offset += entries.length;
		const next = entries.length < PAGE_SIZE ? undefined : String(offset);
		const choices = entries
			.filter((entry) => includesText(filter, ...textsOf(entry)))
			.flatMap(choiceOf);
		if (choices.length > 0 || next === undefined || page === MAX_SEARCH_PAGES) {
			return { choices, next };
		}
	}
}

/** Lists the team's monitors whose ID or name matches the filter. */
export const searchMonitors: ListSearch = async ({ ask }, filter, from) => {
	const request = listRequest(PAGE_SIZE);
	const textsOf = ({ id, name }: JsonObject) => [id, name];
	return await searchByOffset(ask, { request, textsOf, choiceOf: monitorChoice }, filter, from);
};

/** Returns a summary of a check's pages, such as `2 changed, 1 new`. */
function changesIn(summary: unknown): string | undefined {
	const counts = objectsIn([summary])[0] ?? {};
	const parts = ['changed', 'new', 'removed', 'error'].flatMap((name) =>
		Number(counts[name] ?? 0) > 0 ? [`${Number(counts[name])} ${name}`] : [],
	);
	return parts.length === 0 ? undefined : parts.join(', ');
}

const checkChoice = ({ id, status, createdAt, summary }: JsonObject, now: number): Choice[] => {
	const time = Date.parse(String(createdAt));
	const age = Number.isNaN(time) ? undefined : ago(time, now);
	return namedChoice(id, age, nonEmptyText(status), changesIn(summary));
};

/** Lists the checks of the selected monitor whose ID or status matches the filter, newest first. */
export const searchChecks: ListSearch = async ({ ask, now, textIn }, filter, from) => {
	const monitor = monitorId.type().safeParse(textIn('monitorId'));
	if (!monitor.success) return { failure: failureOfRow(monitorFormRows.noMonitor) };
	const list: OffsetList = {
		request: listChecksRequest(monitor.data, PAGE_SIZE),
		textsOf: ({ id, status }) => [id, status],
		choiceOf: (check) => checkChoice(check, now),
	};
	return await searchByOffset(ask, list, filter, from);
};
