import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inFlight, measured, benchPageUrl, type Scrapes, serve } from './serve';

interface Helpers {
	httpRequest(options: Record<string, unknown>): Promise<{ success?: boolean }>;
}
interface Factory {
	getRequestHelperFunctions(...of: [workflow: object, node: object, additional: object]): Helpers;
}

const n8n = join(__dirname, '../../test/n8n/package.json');
const { getRequestHelperFunctions } = createRequire(n8n)(
	'./node_modules/n8n-core/dist/execution-engine/node-execution-context/utils/request-helpers/factory.js',
) as Factory;
const helpers = getRequestHelperFunctions({}, { name: 'Bench' }, {});

async function scrapeAll({ baseUrl, apiKey, count, inFlight: most }: Scrapes): Promise<void> {
	const answers: unknown[] = [];
	await inFlight(count, most, async (index) => {
		const answer = await helpers.httpRequest({
			method: 'POST',
			url: `${baseUrl}/v2/scrape`,
			headers: { authorization: `Bearer ${apiKey}` },
			body: { url: benchPageUrl(index) },
			json: true,
		});
		if (answer.success !== true) throw new Error('No success');
		answers.push(answer);
	});
}

serve(async (job: Scrapes) => (await measured(() => scrapeAll(job))).cost);
