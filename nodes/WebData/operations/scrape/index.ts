import type { Resource } from '../operation';
import { get } from './get.operation';
import { interact } from './interact.operation';
import { scrape } from './scrape.operation';
import { stopInteract } from './stopInteract.operation';

export const scrapeResource: Resource = {
	value: 'scrape',
	name: 'Scrape',
	defaultOperation: 'scrape',
	operations: [scrape, interact, stopInteract, get],
};
