import * as http from 'node:http';
import { serve } from './serve';

export type HealthJob = { kind: 'begin'; url: string } | { kind: 'end' };

const EVERY_MS = 25;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;
let asking: Promise<void> | undefined;
let running = false;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const ask = (url: string): Promise<void> =>
	new Promise((resolve, reject) => {
		http
			.get(url, { agent }, (response) => {
				response.resume();
				response.on('end', resolve);
			})
			.on('error', reject);
	});

async function askOn(url: string): Promise<void> {
	while (running) {
		const begun = performance.now();
		await ask(url);
		longestMs = Math.max(longestMs, performance.now() - begun);
		await pause(EVERY_MS);
	}
}

serve(async (job: HealthJob): Promise<number> => {
	if (job.kind === 'begin') {
		running = true;
		longestMs = 0;
		await ask(job.url);
		asking = askOn(job.url);
		return 0;
	}
	running = false;
	await asking;
	return longestMs;
});
