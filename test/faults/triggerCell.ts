// Runs a step of a built trigger with one fault, and records the outcome for TRIGGERS.md.

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
	/** `ok`, or the reason in the error or the log. */
	outcome: string;
	requests: number;
	executions: number;
	again: number;
	/** Text of the error or the log. */
	text: string;
	/** Whether the step left the stored state of the node unchanged. */
	isStateKept: boolean;
	/** Milliseconds between the first and the second request. */
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

/** Returns the message and the remedy that an error with the given reason must contain. */
export function textsOf(reason: string): Texts {
	const row = rows[reason];
	if (row === undefined) throw new Error(`There is no error row for ${reason}`);
	return row;
}

/**
 * Returns `ok` for an empty text, `reason` if the text contains the message for this reason,
 * otherwise the text.
 */
const outcomeOf = (text: string, reason: string): string => {
	if (text === '') return 'ok';
	return reason !== 'ok' && text.includes(textsOf(reason).message) ? reason : text;
};

const stateOf = ({ host, staticData }: TriggerWorld): string =>
	JSON.stringify([host.staticData, staticData]);

/** Runs one cell. The service and the hosts must be reset before the call. */
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
