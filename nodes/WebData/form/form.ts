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
	type Declared,
	type DeclaredWith,
	type Exactly,
	type Field,
	fieldOf,
	type Fields,
	type GroupTexts,
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
export const text = <D extends AnyDeclaration>(...field: Declared<Exactly<D, 'maxLength'>>) =>
	fieldOf<D, typeof nonBlank>(field, { type: 'string', default: '' }, () => {
		const maxLength = field[2]?.maxLength;
		return maxLength === undefined ? nonBlank : textUpTo(maxLength);
	});

export const flag = <D extends AnyDeclaration>(...field: Declared<Exactly<D>>) =>
	fieldOf<D, ZodBoolean>(field, { type: 'boolean', default: false }, () => z.boolean());

type Numeric = AnyDeclaration & { default: number };

const numeric = <D extends Numeric>(field: DeclaredWith<D>, type: () => ZodNumber) => {
	const { min, max, default: initial } = field[2];
	const typeOptions = {
		// In a row, an initial value below the minimum means that the value is not set.
		...(min !== undefined && { minValue: Math.min(min, initial) }),
		...(max !== undefined && { maxValue: max }),
	};
	return fieldOf<D, ZodNumber>(field, { type: 'number', default: 0, typeOptions }, () => {
		const fromMin = min === undefined ? type() : type().min(min);
		return max === undefined ? fromMin : fromMin.max(max);
	});
};

export const number = <D extends Numeric>(...field: DeclaredWith<Exactly<D, 'min' | 'max'>>) =>
	numeric<D>(field, () => z.number());

export const whole = <D extends Numeric>(...field: DeclaredWith<Exactly<D, 'min' | 'max'>>) =>
	numeric<D>(field, () => z.number().int('must be a whole number'));

type Entry<D> = D extends { entry: infer Type extends ZodTypeAny } ? Type : typeof nonBlank;

/** A list of texts, or of URLs if each entry is a `pageUrl`. */
export const list = <D extends AnyDeclaration>(
	...field: DeclaredWith<Exactly<D, 'entry' | 'min' | 'max' | 'button'>>
) => {
	const { entry = nonBlank, button } = field[2];
	const typeOptions = { multipleValues: true, multipleValueButtonText: button };
	const kind: Kind = { type: 'string', default: [], typeOptions };
	return fieldOf<D, ZodArray<Entry<D>>>(
		field,
		entry === pageUrl ? withMarks(kind, 'urlList') : kind,
		() => arrayOf(entry, field[2]) as ZodArray<Entry<D>>,
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

/** Returns the type of one value of a choice. */
const typeOfChoice = <D extends AnyDeclaration, Value extends string>(
	table: Choices<Value>,
	others?: D,
) =>
	(others?.role === 'own'
		? z.enum(Object.keys(table) as [Value, ...Value[]])
		: nonBlank) as unknown as ChoiceOf<D, Value>;

/** One of several values, or another value from an expression. The form sorts the values by label. */
export const choice = <Value extends string, D extends AnyDeclaration>(
	displayName: string,
	description: string | undefined,
	initial: NoInfer<Value> | '',
	table: Choices<Value>,
	others?: Exactly<D, 'unsorted'>,
) =>
	fieldOf<D, ChoiceOf<D, Value>>(
		[displayName, description, others],
		{ type: 'options', default: initial, options: optionsOf(table, others?.unsorted) },
		() => typeOfChoice<D, Value>(table, others),
	);

/** A list of several values, which may also contain other values. The form sorts the values by label. */
export const choices = <Value extends string, D extends AnyDeclaration>(
	displayName: string,
	description: string | undefined,
	table: Choices<Value>,
	others?: Exactly<D>,
) =>
	fieldOf<D, ZodArray<ChoiceOf<D, Value>>>(
		[displayName, description, others],
		{ type: 'multiOptions', default: [], options: optionsOf(table) },
		() => z.array(typeOfChoice<D, Value>(table, others)),
	);

export const json = <D extends AnyDeclaration>(...field: Declared<Exactly<D>>) =>
	fieldOf<D, ZodUnknown>(field, { type: 'json', default: '{}' }, () => z.unknown());

/** An object. The form sorts the fields by label. */
export const collection = <F extends Fields, D extends AnyDeclaration>(
	displayName: string,
	description: string | undefined,
	fields: F,
	others?: Exactly<D>,
) => {
	const kind: Kind = {
		type: 'collection',
		default: {},
		placeholder: 'Add Field',
		options: sortByLabel(propertiesOf(fields)),
	};
	const field = [displayName, description, others] as const;
	return fieldOf<D, ObjectOf<F>>(field, kind, () => objectOf(fields));
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
		Pick<Property, 'displayName' | 'description' | 'placeholder'> &
			Pick<AnyDeclaration, 'details'> &
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

export type ValuesOf<F extends Fields> = z.infer<ObjectOf<F>>;

type OwnNames<F extends Fields> = {
	[Name in keyof F]: F[Name] extends { role: 'own' } ? Name : never;
}[keyof F];

type OwnOf<F extends Fields> = Pick<ValuesOf<F>, OwnNames<F> & keyof ValuesOf<F>>;

/** The values without the node's own settings. */
type SentOf<F extends Fields> = Omit<ValuesOf<F>, OwnNames<F>>;

export interface Form<F extends Fields> {
	/** n8n's properties. */
	fields: INodeProperties[];
	/** Type of the values. Other values are rejected. */
	readonly input: ObjectOf<F>;
	sent(values: ValuesOf<F>): SentOf<F>;
	/** Returns the node's own settings. */
	own(values: ValuesOf<F>): OwnOf<F>;
	/** Returns what the output may depend on, from the values and the body of the request. */
	inputs(values: ValuesOf<F>, body: JsonObject): Inputs<F>;
}

/** What was sent, and the node's own settings. */
interface Inputs<F extends Fields> {
	/** Values that were sent. If the form has *Additional Body Fields*, only the body of the request contains them. */
	sent: 'additionalBodyFields' extends keyof F ? JsonObject : SentOf<F>;
	own: OwnOf<F>;
}

/** Type of the values of a form, with the types of its fields. */
export type FormType<Values> = ZodType<Values, ZodTypeDef, unknown> & { shape: ZodRawShape };

/** Returns a form of `fields`, followed by the collection 'Options' if there are any. */
export function formOf<F extends Fields, Options extends Fields = Record<never, never>>(
	fields: F,
	options?: Options,
	optionTexts?: GroupTexts,
): Form<F & Options> {
	const all = { ...fields, ...options } as F & Options;
	const input = once(() => objectOf(all));
	const part = (values: object, role: 'own' | 'sent'): JsonObject =>
		Object.fromEntries(
			Object.entries(values).filter(([name]) => (all[name]?.role === 'own') === (role === 'own')),
		);
	const group = options === undefined ? [] : [optionsGroup(options, optionTexts)];
	const form = {
		fields: [...propertiesOf(fields), ...group],
		get input() {
			return input();
		},
		sent: (values: object) => part(values, 'sent'),
		own: (values: object) => part(values, 'own'),
		inputs: (values: object, body: JsonObject) => ({
			sent: 'additionalBodyFields' in all ? body : part(values, 'sent'),
			own: part(values, 'own'),
		}),
	};
	return form as Form<F & Options>;
}

export const additionalBodyFields = json(
	'Additional Body Fields',
	'JSON merged into the request body last',
	{
		role: 'merged',
		details:
			'For fields that the form does not include yet. Objects are merged, and lists are replaced. Example: { "threatProtection": { "newOption": true } }.',
	},
);

/** Fields that identify the source of a request in the service's usage statistics. */
export const usage = {
	origin: text('Origin', 'Source name for statistics', { placeholder: 'e.g. nightly-enrichment' }),
	/** The open-source server accepts known integration names and all names that begin with an underscore. */
	integration: text('Integration', 'Integration name for statistics', {
		placeholder: 'e.g. n8n',
		details: 'Use a name that the service knows or a name that begins with an underscore.',
	}),
};

export const returnAll = {
	returnAll: flag('Return All', 'Whether to return all results or only up to a given limit', {
		role: 'own',
	}),
	limit: whole('Limit', 'Max number of results to return', {
		role: 'own',
		min: 1,
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
	}),
};

export const maxEntries = (values: { returnAll: boolean; limit: number }): number =>
	values.returnAll ? Infinity : values.limit;
