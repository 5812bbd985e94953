import type { Resource } from '../operation';
import { create } from './create.operation';
import { deleteOperation } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getCheck } from './getCheck.operation';
import { getChecks } from './getChecks.operation';
import { searchChecks, searchMonitors } from './pickers';
import { run } from './run.operation';
import { update } from './update.operation';

export const monitorResource: Resource = {
	value: 'monitor',
	name: 'Monitor',
	defaultOperation: 'create',
	operations: [create, run, getCheck, getChecks, get, getAll, update, deleteOperation],
	pickers: { searchChecks, searchMonitors },
};
