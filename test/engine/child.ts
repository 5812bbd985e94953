// The process that `useEngine()` starts. Jest's module registry would load n8n-core several times slower.

import { openEngine, type Engine } from './engine';

export type Method = Exclude<keyof Engine, 'close'>;

export interface Request {
	id: number;
	method: Method;
	task: unknown;
}

export interface Response {
	id: number;
	result?: unknown;
	error?: string;
}

const [packageFolder = ''] = process.argv.slice(2);
const opening = openEngine(packageFolder);

async function answer({ id, method, task }: Request): Promise<void> {
	const respond = (response: Omit<Response, 'id'>) => process.send?.({ id, ...response });
	try {
		const engine = await opening;
		const run = engine[method] as (task: unknown) => Promise<unknown>;
		respond({ result: await run(task) });
	} catch (error) {
		respond({ error: error instanceof Error ? error.message : String(error) });
	}
}

process.on('message', (request: Request) => void answer(request));
process.on(
	'disconnect',
	() => void opening.then(({ close }) => close()).then(() => process.exit()),
);
