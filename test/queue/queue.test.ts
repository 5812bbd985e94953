import { SET_UP_TIMEOUT_MS } from '../n8n/setup';
import { everythingKilled } from './everythingKilled';
import { type Rows, openFigures } from './figures';
import { repeatedCalls } from './purchases';
import { answeredCalls, pacedItems } from './scrapes';
import { type QueueSetup, openQueueSetup } from './setup';
import { workerKilled } from './workerKilled';

const scenarios: [string, (setup: QueueSetup) => Promise<Rows>][] = [
	['200 calls of a webhook, 20 at a time: each gets its own page', answeredCalls],
	['24 executions of 10 pages, at a service that allows 10 at a time: no item fails', pacedItems],
	['Catalog calls that are repeated, on either worker: charged once', repeatedCalls],
	['A worker is killed in the middle of 200 calls: no wrong result, nothing twice', workerKilled],
	['Everything is killed, and what was running is retried', everythingKilled],
];

const figures = openFigures(scenarios.length);
let setup: QueueSetup;

beforeAll(async () => {
	setup = await openQueueSetup();
}, SET_UP_TIMEOUT_MS);

afterEach(async () => {
	await setup?.service.reset();
});

afterAll(async () => {
	await setup?.close();
	figures.write();
}, 60_000);

test.each(scenarios)(
	'%s',
	async (title, play) => {
		figures.note(title, await play(setup));
	},
	180_000,
);
