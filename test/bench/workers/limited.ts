import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransportResponse } from '../../../nodes/WebData/transport/http';
import { simulationCases } from '../../simulation/cases';
import { LimitedService, type Counts, type ServiceTime } from '../../simulation/limitedService';
import { answer } from '../../support/scriptedTransport';
import { serve } from './serve';

export type LimitedJob =
	| { kind: 'start' }
	/**
	 * `limits` is the index of a simulated case. Without `limits`, the account has no limits. A refusal takes
	 * `roundTripMs`.
	 */
	| { kind: 'account'; apiKey: string; limits?: number; workMs?: number; roundTripMs: number }
	| { kind: 'take'; apiKey: string };

export const UNAVAILABLE_TWICE = 'unavailable-twice';
export const ALWAYS_REFUSED = 'always-refused';

const unavailable = answer(503, { success: false, error: 'Service Unavailable' });
const refused = answer(
	429,
	{ success: false, error: 'Rate limit exceeded' },
	{ 'retry-after': '2' },
);

function realTime(): ServiceTime {
	let begun: number | undefined;
	const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
	return {
		now: () => performance.now() - (begun ??= performance.now()),
		sleep,
		random: Math.random,
		setTimer: (ms, fire) => {
			const timer = setTimeout(fire, ms);
			return () => clearTimeout(timer);
		},
	};
}

interface LimitedAccount {
	service: LimitedService;
	attempts: Map<string, number>;
	specialRefusals: number;
}

const accounts = new Map<string, LimitedAccount>();

function specialAnswer(account: LimitedAccount, body: string): TransportResponse | undefined {
	if (body.includes(ALWAYS_REFUSED)) {
		account.specialRefusals++;
		return refused;
	}
	if (!body.includes(UNAVAILABLE_TWICE)) return undefined;
	const attempts = (account.attempts.get(body) ?? 0) + 1;
	account.attempts.set(body, attempts);
	return attempts <= 2 ? unavailable : undefined;
}

async function respond(apiKey: string, body: string): Promise<TransportResponse> {
	const account = accounts.get(apiKey);
	if (account === undefined) return answer(401, { success: false, error: 'Unauthorized' });
	const special = specialAnswer(account, body);
	if (special !== undefined) return special;
	return await account.service.respondLate();
}

function receive(request: http.IncomingMessage, response: http.ServerResponse): void {
	const apiKey = String(request.headers.authorization).slice('Bearer '.length);
	let body = '';
	request.setEncoding('latin1');
	request.on('data', (chunk: string) => (body += chunk));
	request.on('end', () => {
		void respond(apiKey, body).then(({ status, headers, body: content }) => {
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(content);
		});
	});
}

async function start(): Promise<string> {
	const server = http.createServer(receive);
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function take(apiKey: string): Counts {
	const account = accounts.get(apiKey);
	if (account === undefined) throw new Error(`No account ${apiKey}`);
	const { counts } = account.service;
	return { ...counts, refused: counts.refused + account.specialRefusals };
}

serve<LimitedJob, string | Counts>(async (job) => {
	if (job.kind === 'start') return await start();
	if (job.kind === 'take') return take(job.apiKey);
	const simulated = job.limits === undefined ? undefined : simulationCases[job.limits];
	const limits = simulated?.limits ?? { workMs: job.workMs ?? 0, retryAfter: 'none' as const };
	accounts.set(job.apiKey, {
		service: new LimitedService(realTime(), { ...limits, roundTripMs: job.roundTripMs }),
		attempts: new Map(),
		specialRefusals: 0,
	});
	return job.apiKey;
});
