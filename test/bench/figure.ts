export interface Figure {
	name: string;
	/** The measured values, one per round. */
	values: number[];
	unit: string;
	/** Number of decimal places. Default: 2. */
	digits?: number;
	target?: { most: number } | { least: number };
}

interface FigureOptions {
	most?: number;
	least?: number;
	digits?: number;
}

export const figure = (
	name: string,
	values: number[],
	unit: string,
	{ most, least, digits }: FigureOptions = {},
): Figure => ({
	name,
	values,
	unit,
	digits,
	target: most !== undefined ? { most } : least !== undefined ? { least } : undefined,
});

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

const withUnit = (text: string, { unit }: Figure): string =>
	unit === '' ? text : `${text} ${unit}`;

export function targetOf(figure: Figure): string {
	const { target } = figure;
	if (target === undefined) return '–';
	if ('least' in target) return withUnit(`≥ ${target.least}`, figure);
	return withUnit(target.most === 0 ? '0' : `≤ ${Number(target.most.toFixed(2))}`, figure);
}

/** Returns the median, followed by the minimum and maximum if they differ after rounding. */
export function measuredOf(figure: Figure): string {
	const { values, digits = 2 } = figure;
	const written = (value: number): string => value.toFixed(digits);
	const [least, most] = [written(Math.min(...values)), written(Math.max(...values))];
	const middle = withUnit(written(median(values)), figure);
	return least === most ? middle : `${middle} (${least}–${most})`;
}

export function isMet({ values, target }: Figure): boolean | undefined {
	if (target === undefined) return undefined;
	const middle = median(values);
	return 'most' in target ? middle <= target.most : middle >= target.least;
}

export function ratios(above: readonly number[], below: readonly number[]): number[] {
	return above.map((value, index) => value / (below[index] ?? NaN));
}
