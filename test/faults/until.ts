/** All data on a loopback connection arrives within this number of event loop iterations. */
const TURNS = 100;

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Resolves when the condition is true and all data that was already sent has arrived. */
export async function untilArrived(condition: () => boolean): Promise<void> {
	while (!condition()) await turn();
	for (let count = 0; count < TURNS; count++) await turn();
}
