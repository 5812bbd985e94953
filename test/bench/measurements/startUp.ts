import { rm } from 'node:fs/promises';
import { startChild } from '../../n8n/child';
import { freePort } from '../../n8n/guardedProcess';
import { installPackage } from '../../n8n/package';
import { newUserFolder } from '../../n8n/template';
import type { Figure } from '../figure';
import { eachRound, withProcesses, type Measurement } from '../measurement';
import { gaugeOf } from '../n8nProcess';
import { packageFolder } from '../worker';
import type { Loaded } from '../workers/load';

interface Start {
	wallMs: number;
	cpuMs: number;
	memory: number;
}

async function start(withPackage: boolean): Promise<Start> {
	const { folder, identity } = await newUserFolder();
	try {
		if (withPackage) await installPackage(folder, packageFolder);
		const port = await freePort();
		const begun = performance.now();
		const child = await startChild({
			userFolder: folder,
			temporary: true,
			port,
			encryptionKey: identity.encryptionKey,
			env: {},
			onText: () => undefined,
		});
		const wallMs = performance.now() - begun;
		const gauge = await gaugeOf(folder);
		const [cpuMs, memory] = [await gauge.cpuMs(), await gauge.memory()];
		await child.stop();
		return { wallMs, cpuMs, memory };
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

/** Starts n8n once with and once without the package. The order alternates from round to round. */
async function pair(round: number): Promise<{ without: Start; with: Start }> {
	if (round % 2 === 0) return { without: await start(false), with: await start(true) };
	const first = await start(true);
	return { with: first, without: await start(false) };
}

const figure = (name: string, values: number[], unit: string, most?: number): Figure => ({
	name,
	values,
	unit,
	digits: unit === 'MB' ? 1 : 0,
	target: most === undefined ? undefined : { most },
});

export const startUp: Measurement = {
	name: 'startUp',
	about:
		'n8n is started alternately with and without the package. The package is also loaded separately, in a process that has already loaded n8n-workflow.',
	measure: async (bench) => {
		await start(true);
		const starts = await eachRound(bench, pair);
		const loads = await eachRound(bench, () =>
			withProcesses(bench, ({ worker }) => worker<object, Loaded>('load').ask({})),
		);
		const added = (value: (start: Start) => number): number[] =>
			starts.map((both) => value(both.with) - value(both.without));
		const without = starts.map((both) => both.without);
		return [
			figure(
				'added start-up time of n8n',
				added(({ wallMs }) => wallMs),
				'ms',
				50,
			),
			figure(
				'added start-up memory of n8n',
				added(({ memory }) => memory),
				'MB',
				5,
			),
			figure(
				'added start-up CPU time of n8n',
				added(({ cpuMs }) => cpuMs),
				'ms',
			),
			figure(
				'start-up time of n8n without the package',
				without.map(({ wallMs }) => wallMs),
				'ms',
			),
			figure(
				'load time of the package',
				loads.map(({ ms }) => ms),
				'ms',
			),
			figure(
				'memory growth when the package is loaded',
				loads.map(({ memory }) => memory),
				'MB',
			),
		];
	},
};
