import { jsonAnswer } from '../answer';
import type { Endpoint } from './endpoint';

export const creditUsage: Endpoint = {
	method: 'GET',
	path: /^\/v2\/team\/credit-usage$/,
	rateClass: 'account',
	async serve(_request, { account, clock }) {
		const data = {
			remainingCredits: account.remainingCredits(),
			planCredits: account.planCredits,
			billingPeriodStart: monthStart(clock.now(), 0),
			billingPeriodEnd: monthStart(clock.now(), 1),
		};
		return jsonAnswer(200, { success: true, data });
	},
};

const earlierCredits = [1200, 850];

export const creditHistory: Endpoint = {
	method: 'GET',
	path: /^\/v2\/team\/credit-usage\/historical$/,
	rateClass: 'account',
	async serve({ url }, { account, clock }) {
		const apiKey = url.searchParams.get('byApiKey') === 'true' && { apiKey: 'Default' };
		const credits = [...earlierCredits, account.charged()];
		const periods = credits.map((creditsUsed, index) => ({
			startDate: monthStart(clock.now(), index - earlierCredits.length),
			endDate: monthStart(clock.now(), index + 1 - earlierCredits.length),
			...apiKey,
			creditsUsed,
		}));
		return jsonAnswer(200, { success: true, periods });
	},
};

function monthStart(now: number, offset: number): string {
	const today = new Date(now);
	return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset)).toISOString();
}
