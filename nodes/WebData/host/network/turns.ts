import type { Transport } from '../../transport/http';
import { hostRuntime } from './runtime';

/** Hundreds of responses can arrive together. Each takes about half a millisecond of CPU time. */
const RESPONSES_PER_TURN = 20;

/** Limits the responses that are processed in one turn of the event loop, so that n8n stays responsive. */
export class Turns {
	private used = 0;
	private readonly waiting: (() => void)[] = [];

	/** `nextTurn` resolves in a later turn of the event loop. */
	constructor(private readonly nextTurn: () => Promise<void>) {}

	/** Resolves when the next response may be processed. */
	async take(): Promise<void> {
		this.used++;
		if (this.used === 1) this.scheduleNext();
		if (this.used > RESPONSES_PER_TURN) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private scheduleNext(): void {
		void this.nextTurn().then(() => {
			const next = this.waiting.splice(0, RESPONSES_PER_TURN);
			this.used = next.length + this.waiting.length;
			if (this.used > 0) this.scheduleNext();
			next.forEach((resolve) => resolve());
		});
	}
}

/** Shared by all executions, because they share the event loop. */
const turns = new Turns(() => hostRuntime.sleep(0));

/** The same transport, with its responses spread over turns of the event loop. */
export const withTurns = (transport: Transport): Transport => ({
	close: () => transport.close(),
	async send(request) {
		const result = await transport.send(request);
		if (result.kind === 'response') await turns.take();
		return result;
	},
});
