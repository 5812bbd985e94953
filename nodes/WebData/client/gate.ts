/** Starts work in the order of its arrival, as soon as there is room for it, or no other work is running. */
export class Gate {
	/** Weights of the running work. */
	private readonly running: number[] = [];
	private readonly waiting: { weight: number; start(): void }[] = [];

	/** `hasRoom` receives the weight of all running work and of the work that would start. */
	constructor(private readonly hasRoom: (weight: number) => boolean) {}

	async run<Result>(work: () => Promise<Result>, weight = 1): Promise<Result> {
		await new Promise<void>((start) => {
			this.waiting.push({ weight, start });
			this.admit();
		});
		try {
			return await work();
		} finally {
			this.running.splice(this.running.indexOf(weight), 1);
			this.admit();
		}
	}

	private admit(): void {
		for (let [next] = this.waiting; next !== undefined; [next] = this.waiting) {
			const total = this.running.reduce((sum, weight) => sum + weight, next.weight);
			if (this.running.length > 0 && !this.hasRoom(total)) return;
			this.running.push(next.weight);
			this.waiting.shift();
			next.start();
		}
	}
}
