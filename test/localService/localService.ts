import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { checkedRunPlans, type RunPlan } from './endpoints/agentRun';
import type { CatalogExecution, Unresolved } from './endpoints/catalog';
import type { Fault } from './faults';
import { checkedJobPlans, type JobPlan } from './jobs/job';
import type { StandaloneSession } from './endpoints/browserSessions';
import {
	monitorReports,
	reportOf,
	runReports,
	type AgentRunReport,
	type MonitorReport,
	type ServiceReport,
	jobReports,
	type JobReport,
} from './report';
import { countRequests, type EndpointCount } from './requestCounts';
import { serveRequest } from './serveRequest';
import type { ReceivedRequest } from './requestLog';
import type { VirtualTime } from '../support/virtualTime';
import type { SettingsChange } from './settings';
import type { WebhookDelivery } from './webhooks/webhooks';
import { createState, type ServiceState } from './state';

export { DEFAULT_API_KEY, FORBIDDEN_API_KEY, OTHER_TEAM_API_KEY } from './state';
export type { RunPlan } from './endpoints/agentRun';
export type { JobPlan } from './jobs/job';
export type { AgentRunReport, JobReport, ServiceReport } from './report';
export type { ReceivedRequest } from './requestLog';

/** Initial settings of the service. `reset()` restores these settings. */
export interface LocalServiceOptions extends SettingsChange {
	/** Port of the service. The default, 0, selects a free port. */
	port?: number;
	host?: string;
	apiKey?: string;
	tls?: { key: string; cert: string };
	/** Clock of the service. The default is the real clock. */
	time?: VirtualTime;
	zeroDataRetention?: boolean;
}

export interface LocalService {
	/** Origin of the service, without a trailing slash. */
	url: string;
	apiKey: string;
	requests: ReceivedRequest[];
	/** Requests for paths under /pages and /files. */
	fetches: ReceivedRequest[];
	addFaults(...faults: Fault[]): void;
	configure(change: SettingsChange): void;
	readonly executions: CatalogExecution[];
	readonly charged: number;
	readonly agentStarts: number;
	readonly agent: {
		readonly runs: AgentRunReport[];
		/** Adds plans for the next agent runs, one plan per run. */
		nextRuns(plans: readonly RunPlan[]): void;
	};
	readonly jobs: {
		readonly all: JobReport[];
		planNext(plans: readonly JobPlan[]): void;
	};
	/** All monitors except deleted monitors, in order of creation. */
	readonly monitors: MonitorReport[];
	/** Browser sessions that do not belong to a scrape, in order of creation. */
	readonly browserSessions: readonly StandaloneSession[];
	readonly webhooks: readonly WebhookDelivery[];
	/** Request count and response bytes of each endpoint, for example, `GET /v2/crawl/{id}`. */
	readonly requestCounts: Record<string, EndpointCount>;
	readonly catalog: {
		unresolved(unresolved?: Unresolved): void;
	};
	report(): ServiceReport;
	advanceClock(ms: number): void;
	/** Resets the state of the service except its clock, and ends stalled responses. */
	reset(): Promise<void>;
	close(): Promise<void>;
}

// The service must not close a keep-alive connection during a test.
const KEEP_ALIVE_MS = 600_000;

export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
	const state = createState(options);
	const server = createServer(options.tls, (request, response) => {
		void serveRequest(state, request, response);
	});
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
	state.url = originOf(server, options);
	return {
		url: state.url,
		apiKey: state.apiKey,
		requests: state.log.api,
		fetches: state.log.fetches,
		addFaults: (...faults) => state.faults.add(faults),
		configure: (change) => state.configure(change),
		get executions() {
			return state.catalog.executions;
		},
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
			nextRuns: (plans) => void state.agent.planned.push(...checkedRunPlans(plans)),
		},
		jobs: {
			get all() {
				return jobReports(state);
			},
			planNext: (plans) => void state.jobs.planned.push(...checkedJobPlans(plans)),
		},
		get monitors() {
			return monitorReports(state);
		},
		browserSessions: state.browserSessions,
		webhooks: state.webhooks.deliveries,
		get requestCounts() {
			return countRequests(state.log.api);
		},
		catalog: {
			unresolved: (unresolved = {}) =>
				void state.catalog.unresolved.push({ times: 1, ...unresolved }),
		},
		report: () => reportOf(state),
		advanceClock: (ms) => state.clock.advance(ms),
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
	state.reset();
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
	await state.network.close();
}
