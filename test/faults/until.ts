// Waiting for what is on its way over loopback, without a clock.

/** Turns of the event loop in which it arrives. */
const TURNS = 100;

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Goes on once it is so, and what had been sent by then has arrived. */
export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await turn();
	for (let count = 0; count < TURNS; count++) await turn();
}
