import { inTurns, nextTurn, Turns } from '../../../nodes/WebData/host/network/fairness';

const settle = async () => {
	for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

function stage() {
	let endTurn = (): void => undefined;
	const turns = new Turns(() => new Promise((resolve) => (endTurn = resolve)));
	const processed: number[] = [];
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

it('Turns process 20 responses per turn in the order of their arrival', async () => {
	const { processed, receive, nextTurn } = stage();
	await receive(...numbers(45));
	expect(processed).toEqual(numbers(20));
	await nextTurn();
	expect(processed).toEqual(numbers(40));
	await nextTurn();
	expect(processed).toEqual(numbers(45));
});

it('inTurns visits at most 300 entries before other work can run', async () => {
	const visits = [0];
	let isOver = false;
	const visiting = inTurns(
		numbers(1000),
		() => (visits[visits.length - 1] = (visits.at(-1) ?? 0) + 1),
	);
	void visiting.then(() => (isOver = true));
	while (!isOver) {
		visits.push(0);
		await nextTurn();
	}
	expect(Math.max(...visits)).toBe(300);
	expect(visits.reduce((sum, count) => sum + count, 0)).toBe(1000);
});
