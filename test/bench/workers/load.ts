import { createRequire } from 'node:module';
import { join } from 'node:path';
import 'n8n-workflow';
import { serve } from './serve';

export interface Loaded {
	ms: number;
	/** Growth of the process's memory, in megabytes, while the package is loaded. */
	memory: number;
}

const MB = 1_000_000;
const dist = join(__dirname, 'package/dist');

serve(async (): Promise<Loaded> => {
	globalThis.gc?.();
	const before = process.memoryUsage().rss;
	const begun = performance.now();
	const load = createRequire(__filename);
	const loaded = [
		load(join(dist, 'nodes/WebData/WebData.node.js')) as Record<string, new () => unknown>,
		load(join(dist, 'credentials/WebDataApi.credentials.js')) as Record<string, new () => unknown>,
	];
	for (const Class of loaded.flatMap((each) => Object.values(each))) new Class();
	const ms = performance.now() - begun;
	globalThis.gc?.();
	return { ms, memory: (process.memoryUsage().rss - before) / MB };
});
