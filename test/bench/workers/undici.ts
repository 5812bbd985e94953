import { Pool } from 'undici';
import { inFlight, measured, benchPageUrl, type Scrapes, serve } from './serve';

async function scrapeAll({ baseUrl, apiKey, count, inFlight: most }: Scrapes): Promise<void> {
	const pool = new Pool(baseUrl, { connections: most });
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	const answers: unknown[] = [];
	await inFlight(count, most, async (index) => {
		const { statusCode, body } = await pool.request({
			method: 'POST',
			path: '/v2/scrape',
			headers,
			body: JSON.stringify({ url: benchPageUrl(index) }),
		});
		const answer = (await body.json()) as { success?: boolean };
		if (statusCode !== 200 || answer.success !== true) throw new Error(`Status ${statusCode}`);
		answers.push(answer);
	});
	await pool.close();
}

serve(async (job: Scrapes) => (await measured(() => scrapeAll(job))).cost);
