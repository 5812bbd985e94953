import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertLabels } from '../../nodes/WebData/host/output/insertLabels';
import { loadBuiltNode } from '../support/builtNode';
import { startChangingSite, type ChangingSite } from '../support/changingSite';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { faultKinds } from './faultKinds';
import { playStep, textsOf, type StepCell } from './triggerCell';
import { expectedStep, isPossibleForStep } from './triggerExpected';
import { triggerSteps, type TriggerStep, type TriggerWorld } from './triggerSteps';
import { triggerResultsOf, type StepResult } from './triggerTable';
import { useFaultServers } from './useFaultServers';

const results = join(__dirname, 'TRIGGERS.md');
const played: StepResult[] = [];
const servers = useFaultServers();
const pageTrigger = loadBuiltNode('WebDataPageTrigger');
let host: TriggerHost;
let site: ChangingSite;
let world: TriggerWorld;

beforeAll(async () => {
	host = await startTriggerHost(loadBuiltNode('WebDataTrigger'));
	site = await startChangingSite();
});
beforeEach(() => {
	host.reset();
	site.reset();
	world = {
		...{ servers, host, site, pageTrigger, baseUrl: servers.relay.url, staticData: {} },
		...{ requestSettings: {}, items: [], id: '', checkId: '', webhookId: randomUUID(), charged: 0 },
	};
});
afterAll(async () => {
	await host.close();
	await site.close();
});

function expectRemedy({ outcome, text }: StepCell, { hasLog }: TriggerStep): void {
	expect(text).not.toContain(servers.service.apiKey);
	if (outcome === 'ok' || hasLog === true) return;
	expect(text).toMatch(/\.$/);
	const { remedy } = textsOf(outcome);
	const sentences = insertLabels(remedy, []).split(/(?<=\.) /);
	expect(sentences.some((sentence) => text.includes(sentence))).toBe(true);
}

function expectLeftBehind({ outcome, text }: StepCell, { name }: TriggerStep): void {
	if (outcome === 'ok' || !/^(Deactivation|End of a test)/.test(name)) return;
	expect(text).toContain(`could not remove the monitor ${world.id}`);
	expect(text).toMatch(/The monitor still (runs and costs credits|sends events)/);
}

describe.each(triggerSteps)('$name', (step) => {
	const faults = faultKinds.filter((fault) => isPossibleForStep(step, fault));
	it.each(faults)('has the expected outcome with the fault "$name"', async (fault) => {
		const { keepsState, ...expected } = expectedStep(step, fault);
		const cell = await playStep(world, step, fault, expected.outcome);
		played.push({ step, fault, cell });
		const { outcome, requests, executions, again } = cell;
		expect({ outcome, requests, executions, again }).toEqual(expected);
		if (keepsState) expect(cell.isStateKept).toBe(true);
		expectRemedy(cell, step);
		expectLeftBehind(cell, step);
		expect(cell.pauseMs ?? Infinity).toBeGreaterThanOrEqual(fault.pauseMs ?? -Infinity);
	});
});

it('TRIGGERS.md matches the outcome', () => {
	const table = triggerResultsOf(played);
	if (process.env.WRITE_FAULT_TABLE === '1') writeFileSync(results, table);
	expect(readFileSync(results, 'utf8')).toBe(table);
});
