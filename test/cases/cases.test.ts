import { cases, operations } from './index';

it('every operation of the node has one case, and no case is left over', () => {
	expect(cases.map(({ name }) => name).sort()).toEqual(operations.map(([name]) => name).sort());
});
