/** Starts work in the order of its arrival, as soon as there is room for it. */
export class Gate {
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	/** `hasRoom` receives the number of calls whose work is running. */
	constructor(private readonly hasRoom: (running: number) => boolean) {}

	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		const admitted = new Promise<void>((resolve) => this.waiting.push(resolve));
		this.admit();
		await admitted;
		try {
			return await work();
		} finally {
			this.running--;
			this.admit();
		}
	}

	private admit(): void {
		while (this.waiting.length > 0 && this.hasRoom(this.running)) {
			this.running++;
			this.waiting.shift()?.();
		}
	}
}
