import type { INodeProperties } from 'n8n-workflow';
import {
	z,
	type ZodArray,
	type ZodDiscriminatedUnion,
	type ZodLiteral,
	type ZodObject,
	type ZodRecord,
	type ZodString,
} from 'zod';
import {
	type AnyDeclaration,
	arrayOf,
	type Exactly,
	type Field,
	fieldOf,
	type Fields,
	type GroupTexts,
	type Kind,
	type ObjectOf,
	objectOf,
	optionsGroup,
	propertiesOf,
	propertyOf,
} from './field';
import { choice, text } from './form';

const kindOfRows = (displayName: string, name: string, values: INodeProperties[]): Kind => ({
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: `Add ${displayName}`,
	options: [{ displayName, name, values }],
});

/** A list of objects. The user adds a row for each object. */
export const rows = <
	F extends Fields,
	D extends AnyDeclaration,
	Options extends Fields = Record<never, never>,
>(
	label: string,
	description: string | undefined,
	{
		name,
		displayName,
		fields,
		options,
	}: {
		/** Name and label of the row. */
		name: string;
		displayName: string;
		fields: F;
		/** A collection in the row. Its fields are fields of the row. */
		options?: GroupTexts & { fields: Options };
	},
	others?: Exactly<D>,
) => {
	const { fields: optionFields, ...texts } = options ?? {};
	const group = optionFields === undefined ? [] : [optionsGroup(optionFields, texts)];
	const kind = kindOfRows(displayName, name, [...propertiesOf(fields), ...group]);
	return fieldOf<D, ZodArray<ObjectOf<F & Options>>>([label, description, others], kind, () =>
		z.array(objectOf({ ...fields, ...optionFields } as F & Options)),
	);
};

/** An object with any names. The user adds a row for each name. */
export const nameValues = <D extends AnyDeclaration>(
	displayName: string,
	description: string | undefined,
	label: 'Header' | 'Webhook Header' | 'Entry',
	[nameExample, valueExample]: readonly [string, string],
	others?: Exactly<D>,
) => {
	const entry = label === 'Entry' ? 'entry' : 'header';
	const part = (name: string, example: string): Field =>
		text(`${label} ${name}`, undefined, { placeholder: `e.g. ${example}` });
	const values = propertiesOf({
		name: part('Name', nameExample),
		value: part('Value', valueExample),
	});
	const kind = kindOfRows(label, entry, values);
	return fieldOf<D, ZodRecord<ZodString, ZodString>>([displayName, description, others], kind, () =>
		z.record(z.string()),
	);
};

/** One kind of object in a list. */
interface Variant {
	label: string;
	description: string;
	fields?: Fields;
	/** Fields in a collection of the row, for settings that few people need. */
	options?: Fields;
	/** Texts of the collection. */
	optionTexts?: GroupTexts;
	/** Names of the fields that come first in the request. By default, `options` follow `fields`. */
	first?: readonly string[];
}

/** The kinds by the value of `type`, in API order. */
type Variants = Readonly<Record<string, Variant>>;

type ShapeIn<V, Part extends 'fields' | 'options'> =
	V extends Record<Part, infer F extends Fields> ? ObjectOf<F>['shape'] : unknown;

type VariantOf<T extends Variants> = {
	[Type in keyof T & string]: ZodObject<
		{ type: ZodLiteral<Type> } & ShapeIn<T[Type], 'fields'> & ShapeIn<T[Type], 'options'>,
		'strict'
	>;
}[keyof T & string];

/** Type of one object of a table, by the value of `type`. */
export function variantOf<T extends Variants>(table: T) {
	const types = Object.entries(table).map(([type, { fields, options, first: names = [] }]) => {
		const all: Fields = { ...fields, ...options };
		const sorted = names.flatMap((name) => Object.entries(all).filter(([other]) => other === name));
		const { shape } = objectOf({ ...Object.fromEntries(sorted), ...all });
		return z.object({ type: z.literal(type), ...shape }).strict();
	});
	const [first, ...others] = types;
	if (first === undefined) throw new Error('The table is empty');
	const union: unknown = z.discriminatedUnion('type', [first, ...others]);
	return union as ZodDiscriminatedUnion<'type', VariantOf<T>[]>;
}

interface Detail {
	name: string;
	field: Field;
	/** The kinds that have the field. */
	types: string[];
}

/**
 * Returns each field once, with the fields of each kind in their order. Kinds share a field if they have the same property
 * under the same name.
 */
function choiceDetails(table: Variants): Detail[] {
	const details: Detail[] = [];
	for (const [type, { fields = {} }] of Object.entries(table)) {
		let position = details.length;
		for (const [name, field] of Object.entries(fields).reverse()) {
			const isSame = (other: Detail) =>
				other.name === name && other.field.property === field.property;
			const known = details.find(isSame);
			known?.types.push(type);
			if (known === undefined) details.splice(position, 0, { name, field, types: [type] });
			else position = details.indexOf(known);
		}
	}
	return details;
}

interface VariantRow<Type> {
	/** Name and label of the row. */
	name: string;
	displayName: string;
	/** The field `type`. */
	type: { default: Type | ''; description: string; required?: boolean };
	/** The kinds that the form offers. By default, all kinds. */
	only?: readonly Type[];
}

function variantProperties(
	{ displayName, type: { description, default: initial, ...type }, only }: VariantRow<string>,
	table: Variants,
): INodeProperties[] {
	const isOffered = (kind: string): boolean => only === undefined || only.includes(kind);
	const kinds = Object.entries(table).filter(([kind]) => isOffered(kind));
	const all = choiceDetails(table).filter(({ types }) => types.some(isOffered));
	const isShared = ({ types }: Detail): boolean => types.length === Object.keys(table).length;
	// Required fields come first, and so do the fields that control which other fields are shown.
	const isFirst = ({ field: { property, role } }: Detail): boolean =>
		property.required === true || role === 'formOnly';
	const ofSomeKinds = all.filter((detail) => !isShared(detail));
	const details = [
		...ofSomeKinds.filter(isFirst),
		...ofSomeKinds.filter((detail) => !isFirst(detail)),
	].map(({ name, field, types }) => {
		const { displayOptions } = field.property;
		const show = { type: types, ...displayOptions?.show };
		return { ...propertyOf(name, field), displayOptions: { ...displayOptions, show } };
	});
	const groups = kinds.flatMap(([kind, { options, optionTexts }]) =>
		options === undefined
			? []
			: optionsGroup(options, {
					displayName: `${displayName} Options`,
					...optionTexts,
					displayOptions: { show: { type: [kind] } },
				}),
	);
	const labels = Object.fromEntries(
		kinds.map(([kind, { label, description }]) => [kind, [label, description] as const]),
	);
	return [
		propertyOf('type', choice('Type', description, initial, labels, { needed: true, ...type })),
		...details,
		...groups,
		...all.filter(isShared).map(({ name, field }) => propertyOf(name, field)),
	];
}

/**
 * A list of objects of several kinds. A field of the row is shown for the kinds that have it. The fields of all kinds come
 * last.
 */
export const variants = <T extends Variants, D extends AnyDeclaration>(
	label: string,
	description: string | undefined,
	row: VariantRow<keyof T & string>,
	table: T,
	others?: Exactly<D, 'min' | 'max'>,
) => {
	const { name, displayName } = row;
	const kind = kindOfRows(displayName, name, variantProperties(row, table));
	return fieldOf<D, ZodArray<ReturnType<typeof variantOf<T>>>>(
		[label, description, others],
		kind,
		() => arrayOf(variantOf(table), others ?? {}),
	);
};
