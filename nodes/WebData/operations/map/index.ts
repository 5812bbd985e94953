import type { Resource } from '../operation';
import { map } from './map.operation';

export const mapResource: Resource = {
	value: 'map',
	name: 'Map',
	defaultOperation: 'map',
	operations: [map],
};
