import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	z,
	type ZodArray,
	type ZodBoolean,
	type ZodDefault,
	type ZodEnum,
	type ZodNumber,
	type ZodOptional,
	type ZodRawShape,
	type ZodType,
	type ZodTypeDef,
	type ZodTypeAny,
	type ZodUnknown,
} from 'zod';
import {
	type AnyDeclaration,
	arrayOf,
	type Exactly,
	type Field,
	fieldOf,
	type Fields,
	inOrder,
	type Kind,
	type ObjectOf,
	objectOf,
	once,
	optionsGroup,
	propertiesOf,
	type Property,
	sortByLabel,
} from './field';
import type { JsonObject } from '../json/json';
import { showIf, withDetails, withMarks } from './marks';
import { nonBlank, pageUrl, textUpTo } from './values';

// The second argument of `Exactly` lists what a builder takes besides the entries of every field.

/** Text that is not blank. */
export const text = <D extends AnyDeclaration>(declaration: Exactly<D, 'maxLength'>) =>
	fieldOf<D, typeof nonBlank>(declaration, { type: 'string', default: '' }, () =>
		declaration.maxLength === undefined ? nonBlank : textUpTo(declaration.maxLength),
	);

export const flag = <D extends AnyDeclaration>(declaration: Exactly<D>) =>
	fieldOf<D, ZodBoolean>(declaration, { type: 'boolean', default: false }, () => z.boolean());

type Numeric = AnyDeclaration & { default: number };

const numeric = <D extends Numeric>(declaration: D, type: () => ZodNumber) => {
	const { min, max, default: initial } = declaration;
	const typeOptions = {
		// In a row, an initial value below the minimum means that the value is not set.
		...(min !== undefined && { minValue: Math.min(min, initial) }),
		...(max !== undefined && { maxValue: max }),
	};
	return fieldOf<D, ZodNumber>(declaration, { type: 'number', default: 0, typeOptions }, () => {
		const fromMin = min === undefined ? type() : type().min(min);
		return max === undefined ? fromMin : fromMin.max(max);
	});
};

export const number = <D extends Numeric>(declaration: Exactly<D, 'min' | 'max'>) =>
	numeric<D>(declaration, () => z.number());

export const whole = <D extends Numeric>(declaration: Exactly<D, 'min' | 'max'>) =>
	numeric<D>(declaration, () => z.number().int('must be a whole number'));

type Entry<D> = D extends { entry: infer Type extends ZodTypeAny } ? Type : typeof nonBlank;

/** A list of texts, or of URLs if each entry is a `pageUrl`. */
export const list = <D extends AnyDeclaration>(
	declaration: Exactly<D, 'entry' | 'min' | 'max' | 'button'>,
) => {
	const { entry = nonBlank, button } = declaration;
	const typeOptions = { multipleValues: true, multipleValueButtonText: button };
	const kind: Kind = { type: 'string', default: [], typeOptions };
	return fieldOf<D, ZodArray<Entry<D>>>(
		declaration,
		entry === pageUrl ? withMarks(kind, 'urlList') : kind,
		() => arrayOf(entry, declaration) as ZodArray<Entry<D>>,
	);
};

/** The label of each value, its description, and its text in n8n's node panel. */
export type Choices<Value extends string> = Readonly<
	Record<Value, string | readonly [label: string, description: string, action?: string]>
>;

/** Returns the entries of a list in the form, sorted by label unless `unsorted` is `true`. */
function optionsOf(table: Choices<string>, unsorted = false): INodePropertyOptions[] {
	const options = Object.entries(table).map(([value, label]) =>
		typeof label === 'string'
			? { name: label, value }
			: { name: label[0], value, description: label[1], action: label[2] },
	);
	return unsorted ? options : options.sort((a, b) => inOrder(a.name, b.name));
}

/** The service decides which values it accepts. The node accepts only the values of the form for its own settings. */
type ChoiceOf<D, Value extends string> = D extends { role: 'own' }
	? ZodEnum<[Value, ...Value[]]>
	: ZodType<string>;

const typeOfChoice = <D extends AnyDeclaration, Value extends string>(
	{ role }: D,
	table: Choices<Value>,
) =>
	(role === 'own'
		? z.enum(Object.keys(table) as [Value, ...Value[]])
		: nonBlank) as unknown as ChoiceOf<D, Value>;

/** One of several values, or another value from an expression. The form sorts the values by label. */
export const choice = <Value extends string, D extends AnyDeclaration>(
	declaration: Exactly<D, 'unsorted'> & { default: NoInfer<Value> },
	table: Choices<Value>,
) =>
	fieldOf<D, ChoiceOf<D, Value>>(
		declaration,
		{ type: 'options', default: '', options: optionsOf(table, declaration.unsorted) },
		() => typeOfChoice<D, Value>(declaration, table),
	);

/** A list of several values, which may also contain other values. The form sorts the values by label. */
export const choices = <Value extends string, D extends AnyDeclaration>(
	declaration: Exactly<D>,
	table: Choices<Value>,
) =>
	fieldOf<D, ZodArray<ChoiceOf<D, Value>>>(
		declaration,
		{ type: 'multiOptions', default: [], options: optionsOf(table) },
		() => z.array(typeOfChoice<D, Value>(declaration, table)),
	);

/** JSON of any type. */
export const json = <D extends AnyDeclaration>(declaration: Exactly<D>) =>
	fieldOf<D, ZodUnknown>(declaration, { type: 'json', default: '{}' }, () => z.unknown());

/** An object. The form sorts the fields by label. */
export const collection = <F extends Fields, D extends AnyDeclaration>(
	declaration: Exactly<D>,
	fields: F,
) => {
	const kind: Kind = {
		type: 'collection',
		default: {},
		placeholder: 'Add Field',
		options: sortByLabel(propertiesOf(fields)),
	};
	return fieldOf<D, ObjectOf<F>>(declaration, kind, () => objectOf(fields));
};

/**
 * Returns a field with other texts. A new description replaces the details, too. The default of an own field is part of its
 * type, so it cannot change.
 */
export const reworded = <F extends Field>(
	field: F,
	{
		details,
		...texts
	}: Partial<
		Pick<AnyDeclaration, 'displayName' | 'description' | 'details' | 'placeholder' | 'hint'> &
			(F['role'] extends 'own' ? unknown : Pick<Property, 'default'>)
	>,
): F => {
	const property = { ...field.property, ...texts };
	return {
		...field,
		property: texts.description === undefined ? property : withDetails(property, details),
	};
};

/** Fields that are shown only under conditions, so that their values may be missing. */
export const shownIf = <
	F extends Record<string, Field<ZodOptional<ZodTypeAny> | ZodDefault<ZodTypeAny>>>,
>(
	show: NonNullable<IDisplayOptions['show']>,
	fields: F,
): F => {
	const shown = Object.entries(fields).map(([name, field]): [string, Field] => [
		name,
		{ ...field, property: showIf(show, field.property) },
	]);
	return Object.fromEntries(shown) as F;
};

/** The values of a form, or of a collection. */
export type ValuesOf<F extends Fields> = z.infer<ObjectOf<F>>;

type OwnNames<F extends Fields> = {
	[Name in keyof F]: F[Name] extends { role: 'own' } ? Name : never;
}[keyof F];

type OwnOf<F extends Fields> = Pick<ValuesOf<F>, OwnNames<F> & keyof ValuesOf<F>>;

export interface Form<F extends Fields> {
	/** n8n's properties. */
	fields: INodeProperties[];
	/** Type of the values. Other values are rejected. */
	readonly input: ObjectOf<F>;
	/** Returns the values without the node's own settings. */
	sent(values: ValuesOf<F>): Omit<ValuesOf<F>, OwnNames<F>>;
	/** Returns the node's own settings. */
	own(values: ValuesOf<F>): OwnOf<F>;
	/** Returns what the output may depend on, from the values and the body of the request. */
	inputs(values: ValuesOf<F>, body: JsonObject): Inputs<F>;
}

/** What was sent, and the node's own settings. */
interface Inputs<F extends Fields> {
	/** Values that were sent. If the form has *Additional Body Fields*, only the body of the request contains them. */
	sent: 'additionalBodyFields' extends keyof F ? JsonObject : Omit<ValuesOf<F>, OwnNames<F>>;
	own: OwnOf<F>;
}

/** Type of the values of a form, with the types of its fields. */
export type FormType<Values> = ZodType<Values, ZodTypeDef, unknown> & { shape: ZodRawShape };

/** Returns a form of `fields`, followed by the collection 'Options' if there are any. */
export function formOf<F extends Fields, Options extends Fields = Record<never, never>>(
	fields: F,
	options?: Options,
	optionTexts: Partial<Pick<Property, 'displayName' | 'description' | 'placeholder'>> = {},
): Form<F & Options> {
	const all = { ...fields, ...options } as F & Options;
	const input = once(() => objectOf(all));
	const isOwn = (name: string): boolean => all[name]?.role === 'own';
	const sent = (values: ValuesOf<F & Options>) =>
		Object.fromEntries(Object.entries(values).filter(([name]) => !isOwn(name))) as Omit<
			ValuesOf<F & Options>,
			OwnNames<F & Options>
		>;
	const own = (values: ValuesOf<F & Options>) =>
		Object.fromEntries(Object.entries(values).filter(([name]) => isOwn(name))) as OwnOf<
			F & Options
		>;
	return {
		fields: [
			...propertiesOf(fields),
			...(options === undefined
				? []
				: [{ ...optionsGroup(propertiesOf(options)), ...optionTexts }]),
		],
		get input() {
			return input();
		},
		sent,
		own,
		inputs: (values, body) =>
			({
				sent: 'additionalBodyFields' in all ? body : sent(values),
				own: own(values),
			}) as Inputs<F & Options>,
	};
}

export const additionalBodyFields = json({
	displayName: 'Additional Body Fields',
	role: 'merged',
	description: 'JSON merged into the request body last',
	details:
		'For fields that the form does not include yet. Objects are merged, and lists are replaced. Example: { "threatProtection": { "newOption": true } }.',
});

/** Fields that identify the source of a request in the service's usage statistics. */
export const usage = {
	origin: text({
		displayName: 'Origin',
		placeholder: 'e.g. nightly-enrichment',
		description: 'Source name for statistics',
	}),
	/** The open-source server accepts known integration names and all names that begin with an underscore. */
	integration: text({
		displayName: 'Integration',
		placeholder: 'e.g. n8n',
		description: 'Integration name for statistics',
		details: 'Use a name that the service knows or a name that begins with an underscore.',
	}),
};

export const returnAll = {
	returnAll: flag({
		displayName: 'Return All',
		role: 'own',
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: whole({
		displayName: 'Limit',
		role: 'own',
		min: 1,
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	}),
};

export const maxEntries = (values: { returnAll: boolean; limit: number }): number =>
	values.returnAll ? Infinity : values.limit;
