import { failureOfRow } from '../../api/errors/failure';
import { monitorFormRows } from '../../api/errors/rows/monitor';
import { objectsIn } from '../../api/http/pagination';
import { nonEmptyText, type JsonObject } from '../../api/http/response';
import { monitorId } from '../../api/monitor/monitorRequest';
import { listChecksRequest, listRequest } from '../../api/monitor/requests';
import {
	ago,
	includesText,
	MAX_CHOICE_LENGTH,
	MAX_SEARCH_PAGES,
	truncateLine,
	type Choice,
	type ListSearch,
} from '../common/editorLists';

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

/** Lists the team's monitors whose ID or name matches the filter. */
export const searchMonitors: ListSearch = async ({ ask }, filter, from = '0') => {
	let offset = Number(from);
	for (let page = 1; ; page++) {
		const { query, ...request } = listRequest(PAGE_SIZE);
		const response = await ask({ ...request, query: { ...query, offset: String(offset) } });
		if ('failure' in response) return response;
		const monitors = objectsIn(response.answer.data);
		offset += monitors.length;
		const next = monitors.length < PAGE_SIZE ? undefined : String(offset);
		const choices = monitors
			.filter(({ id, name }) => includesText(filter, id, name))
			.flatMap(monitorChoice);
		if (choices.length > 0 || next === undefined || page === MAX_SEARCH_PAGES) {
			return { choices, next };
		}
	}
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

export const searchChecks: ListSearch = async ({ ask, now, textIn }, filter) => {
	const monitor = monitorId.safeParse(textIn('monitorId'));
	if (!monitor.success) return { failure: failureOfRow(monitorFormRows.noMonitor) };
	const response = await ask(listChecksRequest(monitor.data, PAGE_SIZE));
	if ('failure' in response) return response;
	const choices = objectsIn(response.answer.data)
		.filter(({ id, status }) => includesText(filter, id, status))
		.flatMap((check) => checkChoice(check, now));
	return { choices };
};
