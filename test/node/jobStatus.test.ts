import * as faults from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import { type Form, useBuiltNode } from '../support/useBuiltNode';

const { service, run } = useBuiltNode({ monitorCheckMs: 60_000 });

const message = 'No such job yet';
const waiting = { maxWait: 5, whenMaxWaitIsOver: 'unfinished' };

function hideStatus(path: string, status: number): void {
	const body = { success: false, error: message };
	service.addFaults(faults.fault({ kind: 'json', status, body }, { when: { path }, times: 0 }));
}

const urls = syntheticUrls(2);

it.each<[name: string, form: Form, path: string, status: number]>([
	['agent', { prompt: 'Summarize' }, '/v2/agent/*', 404],
	['crawl', { url: urls[0] }, '/v2/crawl/*', 404],
	['batchScrape', { urls }, '/v2/batch/scrape/*', 404],
	['crawl', { url: urls[0] }, '/v2/crawl/*', 503],
])(
	'Wait for a job that the service does not show returns its words: %s',
	async (name, form, path, status) => {
		const { first } = await run(`${name}.start`, form);
		hideStatus(path, status);
		const { json, hints } = await run(`${name}.wait`, { jobId: first.jobId, ...waiting });
		expect(json).toEqual([{ status: 'unknown', message, jobId: first.jobId }]);
		expect(hints.join()).toContain(`within the time in 'Max Wait (Seconds)': ${message}. Use`);
	},
);

it('a check that the service does not show has an unknown status and its words', async () => {
	const targets = { target: [{ type: 'scrape', urls: [urls[0]] }] };
	const { first } = await run('monitor.create', { name: 'Prices', text: 'daily at 9:00', targets });
	hideStatus('/v2/monitor/*limit=1', 503);
	const running = await run('monitor.run', { monitorId: first.id, ...waiting });
	expect(running.first).toMatchObject({ status: 'unknown', message, checkId: expect.any(String) });
	expect(running.hints.join()).toContain("The check has the status 'unknown'");
});
