import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { RunPlan } from './endpoints/agentRun';
import type { Unresolved } from './endpoints/catalog';
import type { Fault } from './faults';
import type { JobPlan } from './jobs/job';
import { jobReports, monitorReports, runReports } from './report';
import { serveRequest } from './serveRequest';
import type { SettingsChange } from './settings';
import { createState, type ServiceState, type StateOptions } from './state';

export { DEFAULT_API_KEY, FORBIDDEN_API_KEY, OTHER_TEAM_API_KEY } from './state';
export type { RunPlan } from './endpoints/agentRun';
export type { JobPlan } from './jobs/job';
export type { AgentRunReport, JobReport } from './report';
export type { ReceivedRequest } from './requestLog';

/** The settings are the initial settings of the service, which `reset()` restores. */
export interface LocalServiceOptions extends StateOptions {
	/** Port of the service. The default, 0, selects a free port. */
	port?: number;
	host?: string;
	tls?: { key: string; cert: string };
}

export type LocalService = Awaited<ReturnType<typeof startLocalService>>;

// The service must not close a keep-alive connection during a test.
const KEEP_ALIVE_MS = 600_000;

export async function startLocalService(options: LocalServiceOptions = {}) {
	const { port, host, tls, ...stateOptions } = options;
	const state = createState(stateOptions);
	const server = createServer(tls, (request, response) => {
		void serveRequest(state, request, response);
	});
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	await listen(server, port ?? 0, host ?? '127.0.0.1');
	state.url = originOf(server, options);
	return {
		/** Origin of the service, without a trailing slash. */
		url: state.url,
		apiKey: state.apiKey,
		get requests() {
			return state.log.api;
		},
		/** Requests for paths under /pages and /files. */
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
			return state.account.charged();
		},
		get agentStarts() {
			return state.agent.all.length;
		},
		agent: {
			get runs() {
				return runReports(state);
			},
			/** Adds plans for the next agent runs, one plan per run. */
			nextRuns: (plans: readonly RunPlan[]) => void state.agent.planned.push(...plans),
		},
		jobs: {
			get all() {
				return jobReports(state);
			},
			/** Adds plans for the next batches and crawls, one plan per job. */
			planNext: (plans: readonly JobPlan[]) => void state.jobs.planned.push(...plans),
		},
		/** All monitors except deleted monitors, in order of creation. */
		get monitors() {
			return monitorReports(state);
		},
		/** Browser sessions that do not belong to a scrape, in order of creation. */
		get browserSessions() {
			return state.browserSessions;
		},
		get webhooks() {
			return state.webhooks.deliveries;
		},
		catalog: {
			/** Makes the outcome of the next catalog requests unknown. */
			unresolved: (unresolved: Unresolved = {}) =>
				void state.catalog.unresolved.push({ times: 1, ...unresolved }),
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

function createServer(
	tls: LocalServiceOptions['tls'],
	listener: http.RequestListener,
): http.Server | https.Server {
	return tls ? https.createServer(tls, listener) : http.createServer(listener);
}

async function listen(server: http.Server, port: number, host: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
}

function originOf(server: http.Server, options: LocalServiceOptions): string {
	const { port } = server.address() as AddressInfo;
	const host = options.host ?? '127.0.0.1';
	const anywhere = host === '0.0.0.0' || host === '::';
	const name = anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	return `${options.tls ? 'https' : 'http'}://${name}:${port}`;
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
