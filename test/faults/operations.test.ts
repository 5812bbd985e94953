import type { LocalService } from '../localService/localService';
import { operations } from '../support/errorsByOperation';
import { subjects } from './operations';
import { noIds } from './prepareIds';

it('every operation is tested with every fault', () => {
	const service = { url: 'http://localhost' } as LocalService;
	const tested = subjects.map(({ parameters }) => {
		const { resource, operation } = parameters(noIds, service);
		return `${String(resource)}.${String(operation)}`;
	});
	const missing = operations.map(([name]) => name).filter((name) => !tested.includes(name));
	expect(missing).toEqual([]);
});
