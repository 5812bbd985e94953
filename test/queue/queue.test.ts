import { SET_UP_TIMEOUT_MS } from '../n8n/setup';
import { everythingKilled } from './everythingKilled';
import { polledPages } from './pageTrigger';
import { repeatedCalls } from './purchases';
import { answeredCalls, pacedItems } from './scrapes';
import { type QueueSetup, openQueueSetup } from './setup';
import { triggerEvents } from './triggerEvents';
import { workerKilled } from './workerKilled';

const scenarios: [string, (setup: QueueSetup) => Promise<void>][] = [
	['200 webhook calls, 20 at a time: each call gets its own page', answeredCalls],
	[
		'24 executions of 10 pages each, with a service that allows 10 concurrent requests: no item fails',
		pacedItems,
	],
	['Repeated catalog calls on both workers: each call is charged once', repeatedCalls],
	[
		'A worker is killed during 200 webhook calls: no wrong result, and no work is done twice',
		workerKilled,
	],
	[
		'Two webhook processes receive events of the trigger, and each event is repeated',
		triggerEvents,
	],
	[
		'The main process polls pages and is restarted: no change is skipped or output twice',
		polledPages,
	],
	['All processes are killed, and interrupted executions are retried', everythingKilled],
];

let setup: QueueSetup;

beforeAll(async () => {
	setup = await openQueueSetup();
}, SET_UP_TIMEOUT_MS);

afterEach(async () => {
	await setup?.service.reset();
});

afterAll(async () => {
	await setup?.close();
});

test.each(scenarios)('%s', async (_title, play) => await play(setup));
