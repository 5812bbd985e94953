import { nextTurn, Turns } from '../../../nodes/WebData/host/network/turns';

function stage() {
	let endTurn = (): void => undefined;
	const turns = new Turns(() => new Promise((resolve) => (endTurn = resolve)));
	const processed: number[] = [];
	const settle = async () => {
		for (let turn = 0; turn < 5; turn++) await Promise.resolve();
	};
	return {
		processed,
		async receive(...responses: number[]) {
			for (const response of responses) {
				void turns.take().then(() => processed.push(response));
			}
			await settle();
		},
		async nextTurn() {
			endTurn();
			await settle();
		},
	};
}

const numbers = (count: number, first = 0) =>
	Array.from({ length: count }, (_, index) => first + index);

describe('Turns', () => {
	it('process 20 responses per turn in the order of their arrival', async () => {
		const { processed, receive, nextTurn } = stage();
		await receive(...numbers(45));
		expect(processed).toEqual(numbers(20));
		await nextTurn();
		expect(processed).toEqual(numbers(40));
		await nextTurn();
		expect(processed).toEqual(numbers(45));
	});

	it('do not delay a single response in a later turn', async () => {
		const { processed, receive, nextTurn } = stage();
		await receive(1);
		await nextTurn();
		await receive(2);
		expect(processed).toEqual([1, 2]);
	});

	it('put a new response after the waiting responses', async () => {
		const { processed, receive, nextTurn } = stage();
		await receive(...numbers(41));
		await nextTurn();
		await receive(100);
		expect(processed).toEqual(numbers(40));
		await nextTurn();
		expect(processed).toEqual([...numbers(41), 100]);
	});
});

function occupy(ms: number): void {
	const end = performance.now() + ms;
	while (performance.now() < end);
}

it('nextTurn lets the event loop serve other work between the turns of many callers', async () => {
	const rounds = 5;
	let served = 0;
	let isOver = false;
	const serve = (): void => {
		served++;
		if (!isOver) setImmediate(serve);
	};
	setImmediate(serve);
	const callers = Array.from({ length: 20 }, async () => {
		for (let round = 0; round < rounds; round++) {
			await nextTurn();
			occupy(2);
		}
	});
	await Promise.all(callers);
	isOver = true;
	expect(served).toBeGreaterThanOrEqual(rounds);
});
