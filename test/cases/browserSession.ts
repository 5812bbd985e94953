import { browserSessionRows } from '../../nodes/WebData/resources/browserSession/service';
import type { Existing, ResourceCases } from './operationCase';

const { sessionUnsettled, noSessionId, codeUnsettled } = browserSessionRows;
/** Only the Create operation sends a profile. */
const never = ['profileInUse'];

const links = { cdpUrl: 'a', liveViewUrl: 'a', interactiveLiveViewUrl: 'a' };

const sessionId = ({ sessionId: id }: Existing) => ({ sessionId: id });

/** Each full or partial minute of a session costs 2 credits. */
export const browserSession: ResourceCases = {
	create: {
		parameters: () => ({ options: { ttl: 60, activityTtl: 60 } }),
		...{ request: 'POST /v2/interact', repeat: 'never', credits: 2 },
		executions: ({ browserSessions }) => browserSessions.length,
		output: ['id', 'cdpUrl', 'liveViewUrl', 'interactiveLiveViewUrl', 'expiresAt'],
		samples: [{ id: 'a', ...links, expiresAt: 'a' }],
		rows: { sessionUnsettled, noSessionId },
	},
	execute: {
		parameters: ({ sessionId: id }) => ({ sessionId: id, code: 'await page.title()' }),
		...{ request: 'POST /v2/interact/{sessionId}/execute', repeat: 'never' },
		needs: 'browserSession',
		output: ['result', 'stdout', 'stderr', 'exitCode', 'killed'],
		samples: [{ result: 'a', stdout: 'a', stderr: 'a', exitCode: 0, killed: false }],
		route: 'sessionCode',
		rows: { codeUnsettled },
		never,
	},
	getAll: {
		parameters: () => ({}),
		...{ request: 'GET /v2/interact', repeat: 'read', needs: 'browserSession' },
		output: ['id', 'status', 'createdAt', 'lastActivity'],
		samples: [
			{ id: 'a', status: 'a', ...links, streamWebView: true, createdAt: 'a', lastActivity: 'a' },
		],
		never,
	},
	delete: {
		parameters: sessionId,
		...{ request: 'DELETE /v2/interact/{sessionId}', repeat: 'ends', needs: 'browserSession' },
		credits: 2,
		executions: ({ browserSessions }) =>
			browserSessions.filter(({ destroyedAt }) => destroyedAt !== undefined).length,
		output: ['deleted', 'sessionId', 'outcome', 'sessionDurationMs', 'creditsBilled'],
		samples: [
			{
				...{ deleted: true, sessionId: 'a', outcome: 'deleted', sessionDurationMs: 1 },
				...{ creditsBilled: 2, cleanupQueued: false },
			},
		],
		never,
	},
};
