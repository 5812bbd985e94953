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
		.transform((text) => text.slice(0, 10)),
);

const dateRange = z
	.object({ from: day.optional(), to: day.optional() })
	.strict()
	.refine(({ from = '', to }) => to === undefined || from <= to, {
		path: ['from'],
		message: "must not be after 'To'",
	});

/** Form fields that the node combines into the API field `tbs`. */
export const timeRange = {
	tbs: nonBlank.optional(),
	dateRange: dateRange.optional(),
	sortByDate: z.boolean().optional(),
};

export type TimeRange = z.infer<z.ZodObject<typeof timeRange>>;

function bound(name: string, date: string | undefined): string[] {
	if (date === undefined) return [];
	const [year, month, dayOfMonth] = date.split('-');
	return [`${name}:${month}/${dayOfMonth}/${year}`];
}

const customRange = ({ from, to }: NonNullable<TimeRange['dateRange']>): string[] => {
	const bounds = [...bound('cd_min', from), ...bound('cd_max', to)];
	return bounds.length === 0 ? [] : ['cdr:1', ...bounds];
};

export function toTbs({ tbs, dateRange: range, sortByDate }: TimeRange): string | undefined {
	const parts = [
		...(tbs === undefined ? [] : [tbs]),
		...customRange(range ?? {}),
		...(sortByDate === true ? ['sbd:1'] : []),
	];
	return parts.length === 0 ? undefined : parts.join(',');
}
