import { Pool } from 'undici';
import { inTurns } from '../../support/inTurns';
import { measured, benchPageUrl, type Scrapes, serve } from './serve';

async function scrapeAll({ baseUrl, apiKey, count, inFlight }: Scrapes): Promise<void> {
	const pool = new Pool(baseUrl, { connections: inFlight });
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	await inTurns(count, inFlight, async (index) => {
		const { statusCode, body } = await pool.request({
			method: 'POST',
			path: '/v2/scrape',
			headers,
			body: JSON.stringify({ url: benchPageUrl(index) }),
		});
		const answer = (await body.json()) as { success?: boolean };
		if (statusCode !== 200 || answer.success !== true) throw new Error(`Status ${statusCode}`);
		return answer;
	});
	await pool.close();
}

serve(async (job: Scrapes) => (await measured(() => scrapeAll(job))).cost);
