import type { LocalService } from '../localService/localService';
import type { Existing, Need, OperationCase, ResourceCases } from './operationCase';
import { cancelSample, failedPagesSample, jobStatusSample, jobPageSamples } from './samples';

const jobId = ({ jobId: id }: Existing) => ({ jobId: id });

const pages: Pick<OperationCase, 'output' | 'samples'> = {
	output: ['markdown', 'metadata'],
	samples: jobPageSamples,
};

export const jobsOf =
	(kind: 'crawl' | 'batch', status?: string) =>
	({ jobs }: LocalService): number =>
		jobs.all.filter((job) => job.kind === kind && (status ?? job.status) === job.status).length;

/** Returns the operations that Crawl and Batch Scrape have in common. */
export const pageJobCases = (
	kind: 'crawl' | 'batch',
	path: string,
	running: Need,
	ended: Need,
	rows: { end: OperationCase['rows']; pages: OperationCase['rows'] },
): ResourceCases => {
	const read = { parameters: jobId, repeat: 'read', needs: ended } as const;
	return {
		wait: {
			...pages,
			parameters: jobId,
			request: `GET ${path}/*?limit=1`,
			repeat: 'poll',
			needs: ended,
			executions: jobsOf(kind),
			rows: rows.end,
		},
		get: {
			...read,
			request: `GET ${path}/{jobId}*`,
			output: ['success', 'status', 'completed', 'total', 'creditsUsed', 'expiresAt'],
			samples: [jobStatusSample],
		},
		getPages: {
			...read,
			...pages,
			parameters: ({ jobId: id }) => ({ jobId: id, limit: 1 }),
			request: `GET ${path}/{jobId}*`,
			rows: rows.pages,
		},
		getErrors: {
			...read,
			parameters: ({ jobId: id }) => ({ jobId: id, simplify: false }),
			request: `GET ${path}/{jobId}/errors`,
			output: ['errors', 'robotsBlocked'],
			samples: [failedPagesSample],
		},
		cancel: {
			parameters: jobId,
			request: `DELETE ${path}/{jobId}`,
			repeat: 'ends',
			needs: running,
			executions: jobsOf(kind, 'cancelled'),
			output: ['outcome'],
			samples: [cancelSample],
		},
	};
};
