import { agentJob } from '../agent/job';
import { batchScrapeJob } from '../batchScrape/job';
import { crawlJob } from '../crawl/job';
import { callApi, type CallResult, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { statusResponse, validJobId, type JobKind } from '../jobs/job';
import { dataOf, type JsonObject } from '../http/response';
import { getCheckRequest } from '../monitor/requests';
import { objectsIn } from '../http/pagination';
import type { WebhookEvent } from './event';

const kinds: Readonly<Record<string, JobKind>> = {
	agent: agentJob,
	batch_scrape: batchScrapeJob,
	crawl: crawlJob,
};

function jobOf({ type, id }: WebhookEvent): { kind: JobKind; jobId: string } | undefined {
	const prefix = type.slice(0, type.indexOf('.'));
	const kind = Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined;
	const jobId = validJobId(id);
	return kind === undefined || jobId === undefined ? undefined : { kind, jobId };
}

function checkRequestOf({ type, id, data }: WebhookEvent): ApiRequest | undefined {
	if (!type.startsWith('monitor.')) return undefined;
	const monitorId = validJobId(objectsIn(data)[0]?.monitorId);
	const checkId = validJobId(id);
	if (monitorId === undefined || checkId === undefined) return undefined;
	return getCheckRequest(monitorId, checkId, { limit: '1' });
}

function checkFacts(answer: JsonObject): JsonObject {
	const { pages: _pages, next: _next, ...facts } = dataOf(answer);
	return facts;
}

/** Returns the current status of an event's job or check, without pages. Returns undefined for other event types. */
export async function readJobStatus(
	event: WebhookEvent,
	session: Session,
): Promise<CallResult | undefined> {
	const check = checkRequestOf(event);
	if (check !== undefined) {
		const result = await callApi(check, session);
		return result.ok ? { ...result, answer: checkFacts(result.answer) } : result;
	}
	const job = jobOf(event);
	if (job === undefined) return undefined;
	const result = await callApi(job.kind.poll(job.jobId), session);
	return result.ok ? { ...result, answer: statusResponse(job.kind, result.answer) } : result;
}
