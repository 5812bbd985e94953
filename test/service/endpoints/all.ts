// The endpoints of the API, in the order in which they are tried.
import { getAgent } from './agent';
import { creditUsage } from './creditUsage';
import type { Endpoint } from './endpoint';
import { interact, stopInteract } from './interact';
import { scrape } from './scrape';

export const endpoints: readonly Endpoint[] = [
	scrape,
	interact,
	stopInteract,
	getAgent,
	creditUsage,
];
