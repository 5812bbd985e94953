import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { RunPlan } from './endpoints/agentRun';
import { jobStatusOf } from './endpoints/jobs';
import type { Fault } from './faults';
import { totalOf, type Job, type JobPlan } from './jobs/job';
import { serveRequest } from './serveRequest';
import { createState, type ServiceState, type SettingsChange, type StateOptions } from './state';

export { DEFAULT_API_KEY, FORBIDDEN_API_KEY, OTHER_TEAM_API_KEY } from './state';
export type { JobPlan } from './jobs/job';

/** The settings are the initial settings of the service, which `reset()` restores. */
export interface LocalServiceOptions extends StateOptions {
	/** Port of the service. The default, 0, selects a free port. */
	port?: number;
	host?: string;
	tls?: { key: string; cert: string };
}

export type LocalService = Awaited<ReturnType<typeof startLocalService>>;
export type JobReport = ReturnType<typeof jobReport>;

// The service must not close a keep-alive connection during a test.
const KEEP_ALIVE_MS = 600_000;

/** All times that the service reports are in milliseconds since the epoch, on the clock of the service. */
export async function startLocalService(options: LocalServiceOptions = {}) {
	const { port = 0, host = '127.0.0.1', tls, ...stateOptions } = options;
	const state = createState(stateOptions);
	const listener: http.RequestListener = (request, response) =>
		void serveRequest(state, request, response);
	const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, host, resolve);
	});
	state.url = originOf(server, options);
	return {
		/** Origin of the service, without a trailing slash. */
		url: state.url,
		apiKey: state.apiKey,
		get requests() {
			return state.log.api;
		},
		/** Requests for pages and files. */
		get fetches() {
			return state.log.fetches;
		},
		addFaults: (...faults: Fault[]) => state.faults.add(faults),
		configure: (change: SettingsChange) => state.configure(change),
		/** Catalog calls that were executed. */
		get executions() {
			return state.catalog.executions;
		},
		/** Credits that were charged. */
		get charged() {
			return state.account.charged;
		},
		agent: {
			get runs() {
				return state.agent.all;
			},
			/** Adds plans for the next agent runs, one plan per run. */
			nextRuns: (plans: readonly RunPlan[]) => void state.agent.planned.push(...plans),
		},
		jobs: {
			get all() {
				return state.jobs.all.map(jobReport);
			},
			/** Adds plans for the next batches and crawls, one plan per job. */
			planNext: (plans: readonly JobPlan[]) => void state.jobs.planned.push(...plans),
		},
		/** All monitors except deleted monitors, in order of creation. */
		get monitors() {
			return state.monitors.map(({ shown, checks }) => ({
				...structuredClone(shown),
				checks: checks.map((check) => check.shown),
			}));
		},
		/** Browser sessions that do not belong to a scrape, in order of creation. */
		get browserSessions() {
			return state.browserSessions;
		},
		get webhooks() {
			return state.webhooks.deliveries;
		},
		/** Sets the text of /pages/changing.html. */
		changePage: (text: string) => void (state.changingText = text),
		advanceClock: (ms: number) => state.clock.advance(ms),
		/**
		 * Resets the state of the service except its clock, and ends stalled responses. Rejects if the local service itself
		 * has failed, so that the test fails.
		 */
		reset: async () => state.reset(),
		close: () => close(server, state),
	};
}

function jobReport(job: Job) {
	return { ...job, status: jobStatusOf(job), completed: job.done.length, total: totalOf(job) };
}

function originOf(server: http.Server, { host = '127.0.0.1', tls }: LocalServiceOptions): string {
	const { port } = server.address() as AddressInfo;
	return `${tls ? 'https' : 'http'}://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}

async function close(server: http.Server, state: ServiceState): Promise<void> {
	try {
		state.reset();
	} finally {
		await new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
		await state.network.destroy();
	}
}
