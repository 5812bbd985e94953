import { type Execution, type JsonRecord, outputItemsOf } from '../n8n/execution';
import type { WebhookAnswer } from '../n8n/webhook';
import * as faults from '../localService/faults';
import { markerOf } from './pages';
import { type QueueSetup, countOf, inTurns, takenOf } from './setup';
import { scraping, scrapingMany } from './workflows';

export const scrapePage = (
	{ cluster, pages }: QueueSetup,
	path: string,
	number: number,
): Promise<WebhookAnswer> => cluster.webhook(path, { body: { url: pages.addressOf(number) } });

export const isRight = ({ status, text }: WebhookAnswer, number: number): boolean =>
	status === 200 && text.includes(markerOf(number));

export function holdsItsOwn(execution: Execution): boolean {
	const [call] = outputItemsOf(execution, 'Webhook') as { body: { url: string } }[];
	const number = Number(call?.body.url.split('/').at(-1));
	const [page] = outputItemsOf(execution, 'Web Data');
	return String(page?.markdown).includes(markerOf(number));
}

const scrapedPages = ({ service }: QueueSetup): Set<unknown> =>
	new Set(service.requests.map(({ body }) => (body as JsonRecord).url));

export async function answeredCalls(setup: QueueSetup): Promise<void> {
	const { service, workers } = setup;
	const workflow = await setup.publish(scraping('scrape'));
	const answers = await inTurns(200, 20, (number) => scrapePage(setup, 'scrape', number));
	const executions = await setup.endedExecutions(workflow, 200);
	const right = answers.filter(isRight).length;
	const own = executions.filter(holdsItsOwn).length;
	const [first, second] = workers.map((worker) => takenOf(worker, executions));

	expect(right).toBe(200);
	expect(own).toBe(200);
	expect(executions).toHaveLength(200);
	expect(countOf(executions, 'success')).toBe(200);
	expect(service.requests).toHaveLength(200);
	expect(scrapedPages(setup).size).toBe(200);
	expect(first).toBeGreaterThan(0);
	expect(second).toBeGreaterThan(0);
	expect(Number(first) + Number(second)).toBe(200);
}

const EXECUTIONS = 24;
const ITEMS = 10;
const LIMIT = 10;
const SERVICE_MS = 400;

export async function pacedItems(setup: QueueSetup): Promise<void> {
	const { service, cluster, pages } = setup;
	service.addFaults(
		faults.concurrencyLimit(LIMIT),
		faults.fault({ kind: 'delayedHead', ms: SERVICE_MS }, { times: 0 }),
	);
	await setup.publish(scrapingMany('paced'));
	const numbersOf = (call: number) =>
		Array.from({ length: ITEMS }, (_, item) => call * ITEMS + item);
	const answers = await inTurns(EXECUTIONS, 20, async (call) => {
		const body = { urls: numbersOf(call).map(pages.addressOf) };
		return JSON.parse((await cluster.webhook('paced', { body })).text) as { markdown: string }[];
	});
	const wanted = EXECUTIONS * ITEMS;
	const refused = service.requests.length - wanted;

	expect(answers.map((items) => items.length)).toEqual(Array(EXECUTIONS).fill(ITEMS));
	expect(answers.flat().map(({ markdown }) => markdown)).toEqual(
		answers.flat().map((_, number) => expect.stringContaining(markerOf(number)) as unknown),
	);
	expect(scrapedPages(setup).size).toBe(wanted);
	expect(refused).toBeGreaterThan(0);
}
