// An external hook of n8n. Runs a node with the executor that n8n's agents use: without an execution.

import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

async function addRoute({ app }) {
	const { Container } = load('@n8n/di');
	const { EphemeralNodeExecutor } = load('n8n/dist/node-execution');
	app.post('/test/execute-inline', (request, response) => {
		const executing = Container.get(EphemeralNodeExecutor).executeInline(request.body);
		executing.then(
			(result) => response.json(result),
			(error) => response.status(500).json({ error: String(error) }),
		);
	});
}

export const n8n = { ready: [addRoute] };
