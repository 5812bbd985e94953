// GET /v2/team/credit-usage
import { jsonAnswer } from '../answer';
import type { Endpoint } from './endpoint';

export const creditUsage: Endpoint = {
	method: 'GET',
	path: /^\/v2\/team\/credit-usage$/,
	async serve(_request, { account, clock }) {
		const today = new Date(clock.now());
		const monthStart = (offset: number): string =>
			new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset)).toISOString();
		const data = {
			remainingCredits: account.remainingCredits(),
			planCredits: account.planCredits,
			billingPeriodStart: monthStart(0),
			billingPeriodEnd: monthStart(1),
		};
		return jsonAnswer(200, { success: true, data });
	},
};
