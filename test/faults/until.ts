/** Number of event loop iterations within which all data on a loopback connection arrives. */
const TURNS = 100;

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Resolves when the condition is true and all data sent up to that moment has arrived. */
export async function untilArrived(condition: () => boolean): Promise<void> {
	while (!condition()) await turn();
	for (let count = 0; count < TURNS; count++) await turn();
}
