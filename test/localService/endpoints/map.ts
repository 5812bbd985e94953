import { randomUUID } from 'node:crypto';
import { failure, jsonAnswer, rowFailure } from '../answer';
import { mapSite } from '../map/mapSite';
import { invalidBody } from '../schemas/details';
import { mapIssues, type MapBody } from '../schemas/map';
import { withScheme } from '../schemas/targetUrl';
import type { Endpoint } from './endpoint';

const MAP_CREDITS = 1;
const TIMEOUT_ERROR =
	'The map operation timed out before completing. This happens when discovering URLs on a large website takes too long. Try using a more specific starting URL, or increase the timeout parameter if available.';

export const map: Endpoint = {
	method: 'POST',
	path: /^\/v2\/map$/,
	rateClass: 'map',
	async serve(request, state) {
		const body = checkedBody(request.body);
		const { timeout, url } = body;
		if (state.account.remainingCredits() <= 0) throw rowFailure('insufficientCredits');
		const work = mapSite(body, state);
		const siteMap = await (timeout === undefined ? work : state.clock.within(timeout, work));
		if (siteMap === undefined) throw failure(408, TIMEOUT_ERROR, { code: 'MAP_TIMEOUT' });
		state.account.charge(MAP_CREDITS);
		const id = randomUUID();
		state.activity.record({ id, team: request.team, endpoint: 'map', target: url });
		return jsonAnswer(200, { success: true, id, ...siteMap });
	},
};

function checkedBody(raw: unknown): MapBody {
	const details = mapIssues(raw);
	if (details.length > 0) throw invalidBody(details);
	const body = raw as MapBody;
	return { ...body, url: withScheme(body.url.trim()) };
}
