// Runs the local service until it is interrupted:
//
//   npm run service -- [--port 8787] [--host 127.0.0.1] [--key local-test-key]
//
// README.md lists the pages of the service and the requests that control it. The prompt of an agent run can contain
// the plan of the run: "[ms:20000] [outcome:refused] [partial]".
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
	console.log(`Base URL          ${service.url}`);
	console.log(`API Key           ${service.apiKey}`);
	console.log(`A page to scrape  ${service.url}/pages/article.html`);
	console.log('Press Ctrl-C to stop.');
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close().then(() => process.exit(0)));
	}
}

void run();
