import { toItemResults } from '../../../nodes/WebData/host/output/itemResults';
import type { ReadyItem } from '../../../nodes/WebData/host/item';
import type { Files } from '../../../nodes/WebData/host/output/files';

it('toItemResults lets n8n do other work between the parsing of a response and its output', async () => {
	const order: string[] = [];
	const toOutput = () => {
		order.push('output');
		return { parts: [] };
	};
	const plan = { toOutput, request: {} };
	const item = { plan, settings: {}, index: 0 } as unknown as ReadyItem;
	// Timers with the same delay fire in the order in which they were set.
	setTimeout(() => order.push('other work'), 0);
	await toItemResults({} as Files, [item], { ok: true, answer: {}, attempts: 1, waits: [] });
	expect(order).toEqual(['other work', 'output']);
});
