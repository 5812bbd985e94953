import { z } from 'zod';
import { isObject } from '../http/response';
import { nonBlank } from '../schema/values';

/** n8n's date objects have a `toJSON` method. */
const toText = (value: unknown): unknown =>
	isObject(value) && typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value;

const isoDate = z
	.string()
	.date()
	.or(z.string().datetime({ local: true, offset: true }));

const isDate = (text: string): boolean => isoDate.safeParse(text.replace(' ', 'T')).success;

const day = z.preprocess(
	toText,
	z
		.string()
		.refine(isDate, 'must be a date, as in 2026-01-31')
		.transform((text) => {
			const [year, month, dayOfMonth] = text.slice(0, 10).split('-');
			return `${month}/${dayOfMonth}/${year}`;
		}),
);

/** Form fields that the node combines into the API field `tbs`. */
export const timeRange = {
	tbs: nonBlank.optional(),
	dateRange: z.object({ from: day.optional(), to: day.optional() }).strict().optional(),
	sortByDate: z.boolean().optional(),
};

export type TimeRange = z.infer<z.ZodObject<typeof timeRange>>;

const customRange = ({ from, to }: NonNullable<TimeRange['dateRange']>): string[] => {
	const bounds = [
		...(from === undefined ? [] : [`cd_min:${from}`]),
		...(to === undefined ? [] : [`cd_max:${to}`]),
	];
	return bounds.length === 0 ? [] : ['cdr:1', ...bounds];
};

export function toTbs({ tbs, dateRange, sortByDate }: TimeRange): string | undefined {
	const parts = [
		...(tbs === undefined ? [] : [tbs]),
		...customRange(dateRange ?? {}),
		...(sortByDate === true ? ['sbd:1'] : []),
	];
	return parts.length === 0 ? undefined : parts.join(',');
}
