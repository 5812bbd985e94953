import type { Resource } from '../operation';
import { search } from './search.operation';

export const searchResource: Resource = {
	value: 'search',
	name: 'Search',
	defaultOperation: 'search',
	operations: [search],
};
