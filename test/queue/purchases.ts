import type { JsonRecord } from '../n8n/execution';
import { until } from '../n8n/until';
import * as faults from '../localService/faults';
import type { LocalService } from '../localService/localService';
import { type QueueSetup, countOf, inTurns, takenOf } from './setup';
import { type Buying, buying } from './workflows';

interface Call {
	provider: string;
	capability: string;
	options: JsonRecord;
}

const itemPerCall = (...calls: Call[]) => ({ items: calls.map((call) => ({ calls: [call] })) });

export const slowCall = (value: number): Call => ({
	provider: 'slow',
	capability: 'echo',
	options: { ms: 45_000, value },
});

export async function buyOne(
	{ cluster, service }: QueueSetup,
	path: string,
	call: Call,
): Promise<void> {
	await cluster.webhook(path, { body: itemPerCall(call) });
	await until('the call has arrived', async () =>
		service.requests.find(({ rawBody }) => rawBody.includes(JSON.stringify(call.options))),
	);
}

const newCalls = (count: number, name: string): Call[] =>
	Array.from({ length: count }, (_, index) => ({
		provider: 'text',
		capability: 'statistics',
		options: { text: `${name} ${index}.` },
	}));

const about = (call: Call) => ({ when: { body: { catalog: [call] } } });

const CUT = 20;
const FAILING = 10;

async function cutOff({ cluster, service, publish }: QueueSetup, path: string, how: Buying) {
	const calls = newCalls(CUT, path);
	service.addFaults(...calls.map((call) => faults.fault({ kind: 'resetAfter' }, about(call))));
	await publish(buying(path, how));
	return await inTurns(CUT, 10, async (index) => {
		const { text } = await cluster.webhook(path, {
			body: itemPerCall(...calls.slice(index, index + 1)),
		});
		return JSON.parse(text) as JsonRecord[];
	});
}

async function failing({ cluster, service, publish, endedExecutions }: QueueSetup) {
	const [good, refused] = [newCalls(FAILING, 'Good'), newCalls(FAILING, 'Refused')];
	service.addFaults(
		...refused.map((call) => faults.errorRowFault('insufficientCredits', about(call))),
	);
	const workflow = await publish(buying('failing'));
	await inTurns(FAILING, 5, (index) => {
		const both = [good, refused].flatMap((calls) => calls.slice(index, index + 1));
		return cluster.webhook('failing', { body: itemPerCall(...both) });
	});
	return await endedExecutions(workflow, FAILING);
}

const boughtBy = ({ executions }: LocalService): string[] =>
	executions.map(({ options }) => String(options.text));

export async function repeatedCalls(setup: QueueSetup): Promise<void> {
	const { service, cluster, workers } = setup;
	const [first, second] = workers;
	const answers = [
		...(await cutOff(setup, 'cut', {})),
		...(await cutOff(setup, 'cut-and-retried', { maxTries: 1, retryOnFail: true })),
	];
	const requests = service.requests.length;
	const bought = service.executions.length;

	await second.stop();
	const failed = await failing(setup);
	await second.start();
	await first.stop();
	const retried = await inTurns(FAILING, 5, (index) =>
		cluster.retryExecution(failed[index]?.id ?? ''),
	);
	await first.start();

	const one = expect.objectContaining({
		data: expect.objectContaining({ sentences: 1 }),
	}) as JsonRecord;
	expect(answers).toEqual(Array(2 * CUT).fill([one]));
	expect(requests).toBe(4 * CUT);
	expect(bought).toBe(2 * CUT);
	expect(countOf(failed, 'error')).toBe(FAILING);
	expect(takenOf(first, failed)).toBe(FAILING);
	expect(countOf(retried, 'success')).toBe(FAILING);
	expect(takenOf(second, retried)).toBe(FAILING);
	expect(new Set(boughtBy(service)).size).toBe(2 * CUT + 2 * FAILING);
	expect(service.executions).toHaveLength(2 * CUT + 2 * FAILING);
	expect(service.charged).toBe(2 * CUT + 2 * FAILING);
}
