import { Container } from '@n8n/di';
import { OutboundHttp } from '@n8n/backend-network';
import { inTurns } from '../../support/inTurns';
import { measured, benchPageUrl, type Scrapes, serve } from './serve';

const { request } = Container.get(OutboundHttp).requests();

async function scrapeAll({ baseUrl, apiKey, count, inFlight }: Scrapes): Promise<void> {
	await inTurns(count, inFlight, async (index) => {
		const answer = (await request({
			method: 'POST',
			url: `${baseUrl}/v2/scrape`,
			headers: { authorization: `Bearer ${apiKey}` },
			body: { url: benchPageUrl(index) },
			json: true,
		})) as { success?: boolean };
		if (answer.success !== true) throw new Error('No success');
		return answer;
	});
}

serve(async (job: Scrapes) => (await measured(() => scrapeAll(job))).cost);
