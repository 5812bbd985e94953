import { traceRows } from '../../nodes/WebData/resources/agent/errors';
import type { LocalService } from '../localService/localService';
import { runStatus, traceEvent } from '../spec/answers';
import type { Existing, OperationCase, ResourceCases } from './operationCase';
import { jobRowsFor } from './rows';
import { anyFields } from './samples';

const {
	startUnsettled,
	noJobId,
	jobGone,
	jobCancelled: _cancelled,
	startNotFound: _lost,
	...ofEnds
} = jobRowsFor('agent run');
const startRows = { startUnsettled, noJobId };
const followRows = { ...traceRows, ...ofEnds };

/** A run of the local service takes as many milliseconds as the prompt says. */
export const promptFor = (ms: number): string => `What is the title of this page? [ms:${ms}]`;

export const RUN_CREDITS = 20;

const task = ({ page }: Existing) => ({
	prompt: promptFor(300),
	urls: [page],
	maxCredits: RUN_CREDITS,
});

const executions = ({ agent }: LocalService): number => agent.runs.length;

const jobId = ({ jobId: id }: Existing) => ({ jobId: id });

const status: Pick<OperationCase, 'output' | 'samples'> = {
	output: ['success', 'status', 'creditsUsed'],
	samples: [
		{ ...runStatus, data: anyFields, partial: anyFields, jobId: 'a', outcome: 'cancelled' },
	],
};

const thread = {
	...{ id: 'a', status: 'idle', createdAt: 'a', updatedAt: 'a' },
	runs: [
		{
			...{ id: 'a', turn: 1, mode: 'chat', prompt: 'a', status: 'succeeded', message: null },
			...{ data: anyFields, creditsUsed: null, createdAt: 'a', finishedAt: null },
			...{ urls: ['a'], schema: anyFields, effort: 'low' },
			...{ suggestions: [{ label: 'a', prompt: 'a' }], pendingApproval: null, exchange: null },
		},
	],
};

const POLL = 'GET /v2/agent/*';

/** An operation that starts a run. */
const starting: Omit<OperationCase, 'output'> = {
	...{ parameters: task, request: 'POST /v2/agent', repeat: 'never', credits: RUN_CREDITS },
	executions,
};

/** An operation on a run that has ended. */
const onEndedRun = { parameters: jobId, repeat: 'read', needs: 'endedRun' } as const;

export const agent: ResourceCases = {
	run: {
		...status,
		...starting,
		poll: POLL,
		output: ['success', 'status', 'data', 'creditsUsed', 'expiresAt'],
		rows: { ...startRows, jobGone, ...followRows },
	},
	start: {
		...starting,
		output: ['success', 'jobId'],
		samples: [{ success: true, jobId: 'a' }],
		rows: startRows,
	},
	wait: {
		...status,
		...onEndedRun,
		request: POLL,
		repeat: 'poll',
		executions,
		rows: followRows,
	},
	get: {
		...status,
		...onEndedRun,
		request: 'GET /v2/agent/{jobId}',
	},
	getAll: {
		...onEndedRun,
		parameters: () => ({ limit: 1 }),
		request: 'GET /v2/agent*',
		output: ['id', 'createdAt', 'status', 'options'],
		samples: [
			{
				...{ id: 'a', createdAt: 'a', targetHint: null, origin: 'a', integration: null },
				...{ settings: anyFields, status: 'completed', options: anyFields },
			},
		],
	},
	getThread: {
		parameters: ({ threadId }) => ({ threadId, options: { includeData: true } }),
		request: 'GET /v2/agent/threads/{threadId}*',
		repeat: 'read',
		needs: 'thread',
		output: ['success', 'thread'],
		samples: [{ success: true, thread }],
	},
	cancel: {
		parameters: jobId,
		request: 'DELETE /v2/agent/{jobId}',
		repeat: 'ends',
		needs: 'run',
		executions: ({ agent: { runs } }) => runs.filter(({ cancelling }) => cancelling).length,
		output: ['success'],
		samples: status.samples,
	},
	getTrace: {
		...onEndedRun,
		parameters: ({ jobId: id }) => ({ jobId: id, limit: 1 }),
		request: 'GET /v2/agent/{jobId}/trace',
		output: ['success', 'events'],
		samples: [{ success: true, id: 'a', events: [traceEvent], creditsUsed: 1, liveViewUrls: [] }],
	},
	getSnapshot: {
		...onEndedRun,
		parameters: ({ jobId: id, snapshotId }) => ({ jobId: id, snapshotId }),
		request: 'GET /v2/agent/{jobId}/snapshots/{snapshotId}',
		output: ['snapshot'],
		samples: [{ success: true, jobId: 'a', snapshotId: 'a', kind: 'json', snapshot: anyFields }],
	},
};
