// Runs the local service until it is interrupted:
//
//   npx tsx test/localService/main.ts [--port 8787] [--host 127.0.0.1] [--key local-test-key]
//
// The command prints the URL and the API key of the service. A client can scrape the pages of the service, for
// example <url>/pages/article.html, or crawl the website <url>/site/. Other pages: tables.html, product.html,
// changing.html, latin1.html, report.pdf, redirect, slow?ms=500, status/404.
//
// Requests under <url>/_test/ control the service and need no API key:
//
//   curl -X POST <url>/_test/faults -d '[{"times":2,"answer":{"kind":"errorRow","id":"badGateway"}}]'
//   curl <url>/_test/requests
//   curl -X POST <url>/_test/clock -d '{"advanceMs":172800000}'
//   curl -X POST <url>/_test/pages/changing -d '{"text":"High water is at 06:40."}'
//   curl -X POST <url>/_test/settings -d '{"agentRunMs":20000,"credits":0}'
//   curl -X POST <url>/_test/agent/runs -d '[{"ms":20000,"outcome":"refused"}]'
//   curl -X POST <url>/_test/jobs -d '[{"pageMs":1000,"neverEnds":true}]'
//   curl -X POST <url>/_test/catalog/unresolved -d '{"times":2}'
//   curl <url>/_test/state
//   curl -X POST <url>/_test/reset
//
// The prompt of an agent run can contain the plan of the run: "[ms:20000] [outcome:refused] [status:odd] [partial]".
import { parseArgs } from 'node:util';
import { startLocalService } from './localService';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '8787' },
		host: { type: 'string', default: '127.0.0.1' },
		key: { type: 'string' },
	},
});

async function run(): Promise<void> {
	const options = { port: Number(values.port), host: values.host, apiKey: values.key };
	const service = await startLocalService(options);
	console.log(`Web data service: ${service.url}`);
	console.log(`API key:          ${service.apiKey}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close().then(() => process.exit(0)));
	}
}

void run();
