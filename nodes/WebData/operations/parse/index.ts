import type { Resource } from '../operation';
import { parse } from './parse.operation';

export const parseResource: Resource = {
	value: 'parse',
	name: 'Parse',
	defaultOperation: 'parse',
	operations: [parse],
};
