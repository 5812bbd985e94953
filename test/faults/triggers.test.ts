import { labelsOf } from '../../nodes/WebData/form/labels';
import { randomUUID } from 'node:crypto';
import { type ErrorRow, failureOfRow, type ServiceRow } from '../../nodes/WebData/errors/row';
import { rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { responseRows } from '../../nodes/WebData/errors/rows/response';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { failureDescription, sayWith } from '../../nodes/WebData/host/output/text';
import { requestSettingsField } from '../../nodes/WebData/operation/settings';
import { lostCheckTexts } from '../../nodes/WebData/resources/monitor/errors';
import { hookRemedy } from '../../nodes/WebData/triggers/events/hook';
import { jobRowsFor } from '../cases/rows';
import { serviceRows } from '../cases/serviceRows';
import { isCloud } from '../support/build';
import { loadBuiltNode } from '../support/builtNode';
import { startChangingSite, type ChangingSite } from '../support/changingSite';
import { useTriggerHost } from '../support/triggerHost';
import { faultKinds, type FaultKind } from './faultKinds';
import { underFault, useFaultServers } from './faultServers';
import { expectedStep } from './triggerExpected';
import { triggerSteps, type TriggerStep, type TriggerWorld } from './triggerSteps';

const servers = useFaultServers();
const host = useTriggerHost(() => ({
	baseUrl: servers.relay.url,
	apiKey: servers.service.apiKey,
}));
const pageTrigger = loadBuiltNode('WebDataPageTrigger');
let site: ChangingSite;
let world: TriggerWorld;

beforeAll(async () => {
	site = await startChangingSite();
});
beforeEach(() => {
	site.reset();
	world = {
		...{ servers, host, site, pageTrigger, staticData: {} },
		...{ items: [], id: '', webhookId: randomUUID(), charged: 0 },
	};
});
afterAll(() => site.close());

const texts: Record<
	string,
	Pick<ErrorRow, 'message' | 'remedy'> & Partial<ErrorRow & Pick<ServiceRow, 'status'>>
> = {
	...Object.fromEntries(serviceRows.map((row) => [row.id, { ...row, ...failureOfRow(row) }])),
	...{ ...rateLimitRows, ...responseRows, ...transportRows, ...jobRowsFor('check') },
	startNotFound: { ...jobRowsFor('check').startNotFound, ...lostCheckTexts.startNotFound },
	statusTimeout: { message: 'no response within 8 seconds', remedy: '' },
	pollTimeout: { message: 'The page did not load before the poll timed out', remedy: '' },
};

const stateOf = ({ host: { staticData }, staticData: ofPages }: TriggerWorld): string =>
	JSON.stringify([staticData, ofPages]);

/** Runs the step with the fault, and then the next step without the fault. */
async function play(step: TriggerStep, fault: FaultKind) {
	await step.prepare(world);
	const before = stateOf(world);
	const { result, ...counted } = await underFault(servers, step.when(world), fault.apply, () =>
		step.run(world),
	);
	const executions = await step.executions(world);
	const isStateKept = stateOf(world) === before;
	await (step.runAgain ?? step.run)(world);
	const again = await (step.executionsAgain ?? step.executions)(world);
	return { ...counted, text: result, executions, isStateKept, again };
}

function expectText(text: string, outcome: string, { name, hasLog }: TriggerStep): void {
	expect(text).not.toContain(servers.service.apiKey);
	if (outcome === 'ok') return expect(text).toBe('');
	const { message = '', remedy = '', retry = 'never', status: httpCode } = texts[outcome] ?? {};
	expect(text).toContain(message);
	if (hasLog !== true) {
		const shown = name.startsWith('Poll')
			? sayWith(labelsOf([requestSettingsField]))(remedy)
			: failureDescription({ cause: '', remedy: hookRemedy({ remedy, retry, httpCode }) }).trim();
		const sentences = shown.split(/(?<=\.) /);
		expect(text).toMatch(/\.$/);
		expect(sentences.some((sentence) => text.includes(sentence))).toBe(true);
	}
	if (!name.startsWith('Deactivation')) return;
	expect(text).toMatch(/could not delete the monitor '.+' \(/);
	expect(text).toContain(world.id);
	expect(text).toContain('The monitor still runs and costs credits');
}

/** n8n cannot stop a running step. */
const isTried = (step: TriggerStep, fault: FaultKind): boolean =>
	fault.stops !== true && (step.isOfEachKind === true || fault.isCommon === true);

describe.each(triggerSteps.filter(({ isOfEachKind }) => isOfEachKind || !isCloud))(
	'$name',
	(step) => {
		it.each(faultKinds.filter((fault) => isTried(step, fault)))(
			'has the expected outcome with the fault "$name"',
			async (fault) => {
				const { text, isStateKept, pauseMs = Infinity, ...counts } = await play(step, fault);
				const { outcome, isStateKept: mustKeepState, ...expected } = expectedStep(step, fault);
				expect(counts).toEqual(expected);
				expectText(text, outcome, step);
				if (mustKeepState) expect(isStateKept).toBe(true);
				expect(pauseMs).toBeGreaterThanOrEqual(fault.pauseMs ?? -Infinity);
			},
		);
	},
);
