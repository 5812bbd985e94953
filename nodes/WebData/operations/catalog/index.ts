import type { Resource } from '../operation';
import { call } from './call.operation';

export const catalogResource: Resource = {
	value: 'catalog',
	name: 'Catalog',
	defaultOperation: 'call',
	operations: [call],
};
