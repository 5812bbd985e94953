import { activityEndpoints, type Activity } from '../activity';
import { badRequest, jsonAnswer } from '../answer';
import type { ServiceState } from '../state';
import type { ApiRequest, Endpoint } from './endpoint';

const DAY_MS = 86_400_000;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

export const teamActivity: Endpoint = {
	method: 'GET',
	path: /^\/v2\/team\/activity$/,
	rateClass: 'account',
	async serve(request, state) {
		const query = queryOf(request.url);
		const start = query.cursor ?? 0;
		const all = matching(request, query.endpoint, state);
		const shown = all.slice(start, start + query.limit);
		const hasMore = start + shown.length < all.length;
		return jsonAnswer(200, {
			success: true,
			data: shown.map(shownActivity),
			cursor: hasMore ? cursorFor(start + shown.length) : null,
			has_more: hasMore,
		});
	},
};

interface Query {
	endpoint: string | null;
	limit: number;
	cursor: number | undefined;
}

function queryOf({ searchParams }: URL): Query {
	const endpoint = searchParams.get('endpoint');
	if (endpoint !== null && !activityEndpoints.some((name) => name === endpoint)) {
		throw badRequest([{ path: ['endpoint'], message: 'Invalid endpoint' }]);
	}
	const limit = Number(searchParams.get('limit') ?? DEFAULT_LIMIT);
	if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
		throw badRequest([{ path: ['limit'], message: 'must be between 1 and 100' }]);
	}
	return { endpoint, limit, cursor: positionOf(searchParams.get('cursor')) };
}

function cursorFor(position: number): string {
	return Buffer.from(`position ${position}`).toString('base64url');
}

function positionOf(cursor: string | null): number | undefined {
	if (cursor === null) return undefined;
	const position = /^position (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	if (position === undefined) throw badRequest([{ path: ['cursor'], message: 'Invalid cursor' }]);
	return Number(position);
}

function matching(
	{ team }: ApiRequest,
	endpoint: string | null,
	{ activity, clock }: ServiceState,
): Activity[] {
	const oldest = clock.now() - DAY_MS;
	return activity.all
		.filter((one) => one.team === team && one.createdAt > oldest)
		.filter((one) => endpoint === null || one.endpoint === endpoint)
		.reverse();
}

function shownActivity({ id, endpoint, createdAt, target }: Activity): Record<string, unknown> {
	const created_at = new Date(createdAt).toISOString();
	return { id, endpoint, api_version: 'v2', created_at, target };
}
