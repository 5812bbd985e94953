import type { ExecutionLimit } from './executionLimit';

/** First in, first out, as a linked list. */
class Fifo<Item> {
	private first?: { item: Item; next?: Fifo<Item>['first'] };
	private last?: Fifo<Item>['first'];

	push(item: Item): void {
		const node = { item };
		if (this.last === undefined) this.first = node;
		else this.last.next = node;
		this.last = node;
	}

	shift(): Item | undefined {
		const node = this.first;
		this.first = node?.next;
		if (this.first === undefined) this.last = undefined;
		return node?.item;
	}

	*[Symbol.iterator](): Generator<Item> {
		for (let node = this.first; node !== undefined; node = node.next) yield node.item;
	}
}

/** A waiter that was canceled stays in the queue and is skipped when its turn comes. */
export interface Waiter {
	readonly execution: ExecutionLimit;
	/** Whether it was sent before. */
	readonly isRepeat: boolean;
	isWaiting: boolean;
}

/** The waiters of one execution. Repeats and others take turns, because repeats may be refused again and again. */
class Line<Item extends Waiter> {
	readonly repeats = new Fifo<Item>();
	readonly others = new Fifo<Item>();
	private othersAreNext = false;

	constructor(readonly execution: ExecutionLimit) {}

	shift(othersFirst: boolean): Item | undefined {
		const startsWithOthers = othersFirst || this.othersAreNext;
		this.othersAreNext = !this.othersAreNext;
		const lines = startsWithOthers ? [this.others, this.repeats] : [this.repeats, this.others];
		for (const line of lines) {
			for (let item = line.shift(); item !== undefined; item = line.shift()) {
				if (item.isWaiting) return item;
			}
		}
		return undefined;
	}
}

/** A queue in which executions take turns. Each step takes constant time, however many requests wait. */
export class FairQueue<Item extends Waiter> implements Iterable<Item> {
	private readonly lines = new Map<ExecutionLimit, Line<Item>>();
	/** Lines of executions below their ceiling, the next one first. */
	private readonly turns = new Fifo<Line<Item>>();

	push(item: Item): void {
		let line = this.lines.get(item.execution);
		if (line === undefined) {
			line = new Line(item.execution);
			this.lines.set(item.execution, line);
			this.turns.push(line);
		}
		(item.isRepeat ? line.repeats : line.others).push(item);
	}

	/**
	 * Removes the next waiter of an execution that is below its ceiling. If executions were skipped because they are
	 * not, `onFree` is called when one of them may go on.
	 */
	shift(othersFirst: boolean, onFree: () => void): Item | undefined {
		for (let line = this.turns.shift(); line !== undefined; line = this.turns.shift()) {
			const item = line.execution.isFull ? this.skip(line, onFree) : this.take(line, othersFirst);
			if (item !== undefined) return item;
		}
		return undefined;
	}

	/** All that wait. */
	*[Symbol.iterator](): Generator<Item> {
		for (const { repeats, others } of this.lines.values()) {
			for (const item of repeats) if (item.isWaiting) yield item;
			for (const item of others) if (item.isWaiting) yield item;
		}
	}

	private take(line: Line<Item>, othersFirst: boolean): Item | undefined {
		const item = line.shift(othersFirst);
		if (item === undefined) this.lines.delete(line.execution);
		else this.turns.push(line);
		return item;
	}

	private skip(line: Line<Item>, onFree: () => void): undefined {
		line.execution.whenFree(() => {
			this.turns.push(line);
			onFree();
		});
	}
}
