import { pageRows } from '../../nodes/WebData/errors/rows/page';
import type { LocalService } from '../localService/localService';
import type { Existing, OperationCase, ResourceCases } from './operationCase';
import type { pageJobRows } from './rows';
import { cancelSample, failedPagesSample, jobStatusSample, jobPageSamples } from './samples';

const jobId = ({ jobId: id }: Existing) => ({ jobId: id });

const pages: Pick<OperationCase, 'output' | 'samples'> = {
	output: ['markdown', 'metadata'],
	samples: jobPageSamples,
};

const jobsOf =
	(kind: 'crawl' | 'batch', status?: string) =>
	({ jobs }: LocalService): number =>
		jobs.all.filter((job) => job.kind === kind && (status ?? job.status) === job.status).length;

interface PageJobFacts {
	kind: 'crawl' | 'batch';
	path: string;
	parameters: OperationCase['parameters'];
	start: Pick<OperationCase, 'output' | 'samples' | 'rows'>;
	rows: ReturnType<typeof pageJobRows>;
}

/** Returns the operations that Crawl and Batch Scrape have in common. */
export const pageJobCases = ({
	kind,
	path,
	parameters,
	start,
	rows,
}: PageJobFacts): ResourceCases => {
	const ended = kind === 'crawl' ? 'endedCrawl' : 'endedBatch';
	const read = { parameters: jobId, repeat: 'read', needs: ended } as const;
	const started: Omit<OperationCase, 'output'> = {
		...{ parameters, request: `POST ${path}`, repeat: 'found', credits: 1 },
		executions: jobsOf(kind),
	};
	return {
		run: { ...started, ...pages, poll: `GET ${path}/*?limit=1`, rows: rows.run },
		start: { ...started, ...start },
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
			rows: pageRows,
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
			needs: kind,
			executions: jobsOf(kind, 'cancelled'),
			output: ['outcome'],
			samples: [cancelSample],
		},
	};
};
