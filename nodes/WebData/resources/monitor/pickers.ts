import { call } from '../../client/call';
import { ServiceError } from '../../client/client';
import type { ApiRequest } from '../../client/request';
import { failureOfRow } from '../../errors/row';
import { type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
import {
	ageOf,
	type Choice,
	includesText,
	type ListSearch,
	namedChoice,
	searchPages,
} from '../../operation/pickers';
import { monitorFormRows } from './errors';
import { monitorId } from './form';
import { listChecksRequest, listRequest, MAX_PAGE_SIZE } from './service';

/** Lists the entries of a list that is requested by offset. */
const searchByOffset =
	(
		request: ApiRequest,
		choiceOf: (entry: JsonObject, filter: string, now: number) => Choice[],
	): ListSearch =>
	({ client }, filter, from) =>
		searchPages(from, async (offset = '0') => {
			const answer = await call({ ...request, query: { ...request.query, offset } }, client);
			const entries = objectsIn(answer.data);
			const end = Number(offset) + entries.length;
			const now = client.runtime.now();
			return {
				choices: entries.flatMap((entry) => choiceOf(entry, filter, now)),
				next: entries.length < MAX_PAGE_SIZE ? undefined : String(end),
			};
		});

/** Lists the team's monitors whose ID or name matches the filter. */
export const searchMonitors: ListSearch = searchByOffset(
	listRequest(MAX_PAGE_SIZE),
	({ id, name, status }, filter) =>
		includesText(filter, id, name)
			? namedChoice(id, nonEmptyText(name), status === 'active' ? undefined : nonEmptyText(status))
			: [],
);

/** Returns a summary of a check's pages, such as `2 changed, 1 new`. */
function changesIn(summary: unknown): string | undefined {
	const counts = objectsIn([summary])[0] ?? {};
	const parts = ['changed', 'new', 'removed', 'error'].flatMap((name) =>
		Number(counts[name] ?? 0) > 0 ? [`${Number(counts[name])} ${name}`] : [],
	);
	return parts.length === 0 ? undefined : parts.join(', ');
}

/** Lists the checks of the selected monitor whose ID or status matches the filter, newest first. */
export const searchChecks: ListSearch = async (context, filter, from) => {
	const monitor = monitorId.type().safeParse(context.textIn('monitorId'));
	if (!monitor.success) throw new ServiceError(failureOfRow(monitorFormRows.noMonitor));
	const request = listChecksRequest(monitor.data, MAX_PAGE_SIZE);
	const search = searchByOffset(request, ({ id, status, createdAt, summary }, text, now) =>
		includesText(text, id, status)
			? namedChoice(id, ageOf(createdAt, now), nonEmptyText(status), changesIn(summary))
			: [],
	);
	return await search(context, filter, from);
};
