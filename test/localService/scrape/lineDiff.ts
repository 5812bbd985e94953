interface Change {
	sign: ' ' | '-' | '+';
	line: string;
}

const CONTEXT_LINES = 3;

export function gitDiff(before: string, after: string): string {
	const changes = compare(before.split('\n'), after.split('\n'));
	const isChange = (change: Change): boolean => change.sign !== ' ';
	const first = changes.findIndex(isChange);
	if (first < 0) return '';
	const start = Math.max(0, first - CONTEXT_LINES);
	const shown = changes.slice(start, changes.findLastIndex(isChange) + 1 + CONTEXT_LINES);
	const count = (sign: string): number =>
		shown.filter((change) => change.sign === ' ' || change.sign === sign).length;
	const head = `@@ -${start + 1},${count('-')} +${start + 1},${count('+')} @@`;
	return ['--- previous', '+++ current', head, ...shown.map(({ sign, line }) => sign + line)].join(
		'\n',
	);
}

function compare(before: readonly string[], after: readonly string[]): Change[] {
	const lengths = commonLengths(before, after);
	const changes: Change[] = [];
	let i = 0;
	let j = 0;
	while (i < before.length || j < after.length) {
		if (i < before.length && j < after.length && before[i] === after[j]) {
			changes.push({ sign: ' ', line: before[i] ?? '' });
			i += 1;
			j += 1;
		} else if (i < before.length && length(lengths, i + 1, j) >= length(lengths, i, j + 1)) {
			changes.push({ sign: '-', line: before[i++] ?? '' });
		} else if (j < after.length) {
			changes.push({ sign: '+', line: after[j++] ?? '' });
		} else {
			changes.push({ sign: '-', line: before[i++] ?? '' });
		}
	}
	return changes;
}

// The value at [i][j] is the length of the longest common subsequence of `before.slice(i)` and
// `after.slice(j)`.
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
	const lengths = Array.from({ length: before.length + 1 }, () =>
		new Array<number>(after.length + 1).fill(0),
	);
	for (let i = before.length - 1; i >= 0; i -= 1) {
		for (let j = after.length - 1; j >= 0; j -= 1) {
			const same = before[i] === after[j];
			const row = lengths[i];
			if (!row) continue;
			row[j] = same
				? length(lengths, i + 1, j + 1) + 1
				: Math.max(length(lengths, i + 1, j), length(lengths, i, j + 1));
		}
	}
	return lengths;
}

function length(lengths: readonly number[][], i: number, j: number): number {
	return lengths[i]?.[j] ?? 0;
}
