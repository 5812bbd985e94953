import { ExecutionLimit, ExecutionQueue, WaitingRequest } from '../../nodes/WebData/limiter/queue';

it('a queue with a blocked execution learns once that a request may start, however often it has tried', () => {
	const execution = new ExecutionLimit(1);
	const onFree = jest.fn();
	const queue = new ExecutionQueue(onFree);
	queue.add(new WaitingRequest({ rateClass: 'scrape', usesBrowser: true, execution }, 0));
	execution.started();
	for (let attempt = 0; attempt < 3; attempt++) expect(queue.next(false)).toBeUndefined();
	execution.ended();
	expect(onFree).toHaveBeenCalledTimes(1);
	expect(queue.next(false)).toBeDefined();
});
