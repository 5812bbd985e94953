import type { IncomingMessage, ServerResponse } from 'node:http';
import { AnswerError, badRequest, failure, rowFailure, type ServiceAnswer } from './answer';
import { endpoints } from './endpoints/all';
import { isCatalogBody } from './endpoints/catalog';
import { readBody, type BodyState, type KeyStatus, type ReceivedRequest } from './requestLog';
import { FORBIDDEN_API_KEY, OTHER_TEAM_API_KEY, type ServiceState } from './state';
import { serveFile } from './web/files';
import { servePage, serveSite } from './web/website';
import { writeFaulty, writeWhole, type Work } from './writeAnswer';

export async function serveRequest(
	state: ServiceState,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	try {
		await serveLogged(state, request, response);
	} catch (error) {
		if (response.destroyed) return; // The client has closed the connection.
		state.defects.push(error);
		if (response.headersSent) response.destroy();
		else writeWhole(response, failure(500, String(error)).answer);
	}
}

async function serveLogged(
	state: ServiceState,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	response.setHeader('date', new Date(state.clock.now()).toUTCString());
	const keyStatus = keyStatusOf(request.headers.authorization, state.apiKey);
	const entry = state.log.arrived(request, keyStatus, response);
	state.open.add(response);
	response.once('close', () => state.open.delete(response));
	const bodyState = await readBody(request, entry);
	const work: Work = (hold = Promise.resolve()) =>
		answerTo(state, { entry, keyStatus, bodyState, hold });
	const fault = state.faults.take(entry);
	// The service executes a catalog request even if no response is sent.
	if (fault?.kind === 'stallHead' && isCatalogBody(entry.body, state)) await work();
	if (fault) await writeFaulty(response, fault, work, state.clock.wait);
	else writeWhole(response, await work());
}

function keyStatusOf(header: string | undefined, apiKey: string): KeyStatus {
	if (header === undefined) return 'missing';
	const key = /^Bearer (\S+)$/.exec(header)?.[1];
	if (key === apiKey) return 'right';
	if (key === OTHER_TEAM_API_KEY) return 'otherTeam';
	return key === FORBIDDEN_API_KEY ? 'forbidden' : 'wrong';
}

interface Arrival {
	entry: ReceivedRequest;
	keyStatus: KeyStatus;
	bodyState: BodyState;
	hold: Promise<void>;
}

async function answerTo(state: ServiceState, arrival: Arrival): Promise<ServiceAnswer> {
	try {
		const { path, body, headers } = arrival.entry;
		// A fault delays only the response to a catalog request, so the request is executed immediately.
		if (!isCatalogBody(body, state)) await arrival.hold;
		if (path.startsWith('/pages/')) return await servePage(state, path, headers.cookie);
		if (path.startsWith('/site/')) return serveSite(state, path);
		if (path.startsWith('/files/')) return serveFile(path, state);
		return await serveApi(state, arrival);
	} catch (error) {
		if (error instanceof AnswerError) return error.answer;
		throw error;
	}
}

async function serveApi(state: ServiceState, arrival: Arrival): Promise<ServiceAnswer> {
	const { entry, keyStatus, bodyState, hold } = arrival;
	const { body, headers, upload } = entry;
	const url = new URL(entry.path, state.url);
	checkKey(keyStatus);
	const endpoint = endpoints.find(
		({ method, path }) => method === entry.method && path.test(url.pathname),
	);
	if (!endpoint) throw rowFailure('notFound');
	checkBody(bodyState);
	const [, id = '', innerId = ''] = endpoint.path.exec(url.pathname) ?? [];
	const team = keyStatus === 'otherTeam' ? 'other' : 'main';
	const request = { id, innerId, url, body, upload, headers, team, hold };
	return await endpoint.serve(request, state);
}

function checkKey(keyStatus: KeyStatus): void {
	if (keyStatus === 'forbidden') throw rowFailure('forbidden');
	if (keyStatus !== 'right' && keyStatus !== 'otherTeam') throw rowFailure('unauthorized');
}

function checkBody(state: BodyState): void {
	if (state === 'wrongType') {
		throw badRequest([{ path: [], message: 'Content-Type must be application/json' }]);
	}
	if (state === 'notJson') {
		const details = [{ path: [], message: 'the body is not valid JSON' }];
		throw rowFailure('badRequest', { code: 'BAD_REQUEST_INVALID_JSON', details });
	}
}
