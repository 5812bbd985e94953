import type { Resource } from '../operation';
import { call } from './call.operation';
import { searchTools, toolOptions } from './toolList';

export const catalogResource: Resource = {
	value: 'catalog',
	name: 'Catalog',
	defaultOperation: 'call',
	operations: [call],
	pickers: { searchTools },
	fieldLists: { getToolOptions: toolOptions },
};
