import { serviceRows } from '../../nodes/WebData/api/errors/rows';
import { rateLimitRows } from '../../nodes/WebData/api/errors/rows/rateLimit';
import { responseRows } from '../../nodes/WebData/api/errors/rows/response';
import { transportRows } from '../../nodes/WebData/api/errors/rows/transport';
import { jobRowsFor } from '../../nodes/WebData/api/jobs/jobRows';
import { underFault } from './cell';
import type { FaultKind } from './faultKinds';
import { createSetup } from './setup';
import type { TriggerStep, TriggerWorld } from './triggerSteps';

export interface StepCell {
	outcome: string;
	requests: number;
	executions: number;
	again: number;
	text: string;
	isStateKept: boolean;
	pauseMs?: number;
}

interface Texts {
	message: string;
	remedy: string;
}

const rows: Record<string, Texts> = {
	...Object.fromEntries(serviceRows.map((row) => [row.id, row])),
	...rateLimitRows,
	...responseRows,
	...transportRows,
	...jobRowsFor('check'),
	statusTimeout: { message: 'no response within 8 seconds', remedy: '' },
	pollTimeout: { message: 'No page was checked before the poll timed out', remedy: '' },
};

export function textsOf(reason: string): Texts {
	const row = rows[reason];
	if (row === undefined) throw new Error(`There is no error row for ${reason}`);
	return row;
}

const outcomeOf = (text: string, reason: string): string => {
	if (text === '') return 'ok';
	return reason !== 'ok' && text.includes(textsOf(reason).message) ? reason : text;
};

const stateOf = ({ host, staticData }: TriggerWorld): string =>
	JSON.stringify([host.staticData, staticData]);

/**
 * Runs a step of a trigger with one fault. The caller must first reset the service, `world.host` and
 * `world.site`.
 */
export async function playStep(
	world: TriggerWorld,
	step: TriggerStep,
	fault: FaultKind,
	reason: string,
): Promise<StepCell> {
	const { servers } = world;
	await step.prepare?.(world);
	const before = stateOf(world);
	const setup = createSetup(servers, step.when(world));
	await fault.apply(setup);
	if (fault.maxTries !== undefined) world.requestSettings = { maxTries: fault.maxTries };
	const text = await underFault(servers, setup, async (address) => {
		world.baseUrl = address;
		return await step.run(world);
	});
	const cell = {
		outcome: outcomeOf(text, reason),
		requests: setup.requests(),
		executions: await step.executions(world),
		text,
		isStateKept: stateOf(world) === before,
		pauseMs: setup.pauseMs(),
	};
	servers.time.duringSleep(undefined);
	world.baseUrl = servers.relay.url;
	await step.runAgain(world);
	return { ...cell, again: await (step.executionsAgain ?? step.executions)(world) };
}
