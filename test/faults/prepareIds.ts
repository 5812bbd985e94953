// Makes what an operation needs before a fault meets it: a scrape, a session, a run.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { itemsOf, promptFor, runsAreSettled, type House } from './servers';
import type { Known, Subject } from './operations';

const first = async (house: House, parameters: INodeParameters): Promise<IDataObject> =>
	(await itemsOf(house, parameters))[0]?.json ?? {};

async function scrape(house: House): Promise<Partial<Known>> {
	const url = `${house.service.url}/pages/article.html`;
	const { metadata } = await first(house, { resource: 'scrape', operation: 'scrape', url });
	return { scrapeId: String((metadata as IDataObject).scrapeId) };
}

async function session(house: House): Promise<Partial<Known>> {
	const { scrapeId } = await scrape(house);
	await first(house, {
		resource: 'scrape',
		operation: 'interact',
		scrapeId: scrapeId ?? '',
		interactWith: 'prompt',
		prompt: 'What is the title?',
	});
	return { scrapeId };
}

const runOf =
	(ms: number) =>
	async (house: House): Promise<Partial<Known>> => {
		const start = { resource: 'agent', operation: 'start', prompt: promptFor(ms) };
		return { jobId: String((await first(house, start)).jobId) };
	};

const shortRun = runOf(300);

const longRun = runOf(86_400_000);

async function endedRun(house: House): Promise<Partial<Known>> {
	const { jobId = '' } = await shortRun(house);
	house.letTimePass(1000);
	await runsAreSettled(house);
	const trace = { resource: 'agent', operation: 'getTrace', jobId, returnAll: true };
	const events = await itemsOf(house, trace);
	const named = events.find(({ json }) => json.snapshotId !== undefined);
	return { jobId, snapshotId: String(named?.json.snapshotId) };
}

const makers: Record<Subject['needs'], (house: House) => Promise<Partial<Known>>> = {
	nothing: () => Promise.resolve({}),
	scrape,
	session,
	shortRun,
	longRun,
	endedRun,
};

export async function knownFor({ needs }: Subject, house: House): Promise<Known> {
	const none = { scrapeId: '', jobId: '', snapshotId: '' };
	return { ...none, ...(await makers[needs](house)) };
}
