import type { Execution } from './executeItem';
import type { RunningItem } from './output/errorReport';

type Running = Execution['running'];

/** Deletes the browser sessions that must not outlive the node. */
export async function endRunning(running: Running): Promise<void> {
	const work = [...running.values()].flatMap((ofItem) =>
		[...ofItem].map(async ([id, { end }]) => {
			if ((await end?.()) === true) ofItem.delete(id);
		}),
	);
	await Promise.all(work);
}

/** Returns the jobs and browser sessions that continue after the node has failed. */
export const listRunning = (running: Running): RunningItem[] =>
	[...running].flatMap(([item, ofItem]) =>
		[...ofItem].map(([id, { name }]) => ({ item, type: name, id })),
	);
