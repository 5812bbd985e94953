import type { Resource } from '../operation';
import { create } from './create.operation';
import { deleteOperation } from './delete.operation';
import { execute } from './execute.operation';
import { getAll } from './getAll.operation';
import { searchSessions } from './pickers';

export const browserSessionResource: Resource = {
	value: 'browserSession',
	name: 'Browser Session',
	defaultOperation: 'create',
	operations: [create, execute, getAll, deleteOperation],
	pickers: { searchSessions },
};
