import type { INodeProperties } from 'n8n-workflow';
import {
	z,
	type ZodArray,
	type ZodDefault,
	type ZodObject,
	type ZodOptional,
	type ZodRawShape,
	type ZodTypeAny,
} from 'zod';
import { type FieldMark, withDetails, withMarks } from './marks';

export type Property = Omit<INodeProperties, 'name'>;

/** The part of a property that its builder sets. */
export type Kind = Omit<Property, 'displayName'>;

/**
 * What a value is for:
 * - `sent`: part of the request
 * - `own`: a setting of the node, which is not sent. Its value is the field's default if the user has not set it
 * - `formOnly`: only controls which other fields are shown
 * - `merged`: JSON that is merged into the request
 */
type Role = 'sent' | 'own' | 'formOnly' | 'merged';

/** A field of a form. Its key in the form is its name in the API. */
export interface Field<Type extends ZodTypeAny = ZodTypeAny, R extends Role = Role> {
	property: Property;
	/** Creates the type at the first use, because the types of all fields would delay the start of n8n. */
	type(): Type;
	role: R;
}

export type Fields = Readonly<Record<string, Field>>;

/**
 * - `error`: rejected. For a field that protects, limits, identifies, or delivers: without its value, the service would
 *   still execute the request.
 * - `errorUnlessList`: rejected, except an empty list, for a list that excludes
 * - `errorUnlessModel`: also accepted from a model that wants no entries, for a list that only narrows the result
 */
const emptyMarks = {
	error: ['nonEmptyExpression'],
	errorUnlessList: ['nonEmptyExpression', 'emptyList'],
	errorUnlessModel: ['nonEmptyExpression', 'emptyList', 'optionalForModel'],
} satisfies Record<string, FieldMark[]>;

/** The other entries of n8n's property, and entries for the type. */
interface Declaration extends Partial<
	Omit<Property, 'displayName' | 'description' | 'type' | 'options'>
> {
	role?: Exclude<Role, 'sent'>;
	/** Whether the value is required, but n8n does not mark the field as required. */
	needed?: boolean;
	/** How an expression that returns no value is read. By default, the field is then not set. */
	ifEmpty?: keyof typeof emptyMarks;
	/** How the form is read. */
	mark?: FieldMark;
	/** Sentences for the docs. The form and n8n's workflow builders show only the short `description`. */
	details?: string;
	/** Type of the value, in place of the builder's type. */
	schema?: ZodTypeAny;
}

/** The other entries that any builder takes. */
export interface AnyDeclaration extends Declaration {
	/** Minimum of a number, or minimum number of entries. */
	min?: number;
	/** Maximum of a number, or maximum number of entries. */
	max?: number;
	/** Maximum length of a text, in characters. */
	maxLength?: number;
	/** Whether the choices keep their order, which is by size. By default, the form sorts them by label. */
	unsorted?: boolean;
	/** Text of the button that adds an entry. */
	button?: string;
	/** Type of an entry. By default, entries must not be blank. */
	entry?: ZodTypeAny;
}

/** Rejects all entries but those of the builder. */
export type Exactly<D, Other extends keyof AnyDeclaration = never> = D &
	Record<Exclude<keyof D, keyof Declaration | Other>, never>;

/** What each builder takes: the label, the description, and other entries. */
export type Declared<D> = readonly [displayName: string, description?: string, others?: D];

/** The same for a builder that needs other entries, such as a default. */
export type DeclaredWith<D> = readonly [
	displayName: string,
	description: string | undefined,
	others: D,
];

/** A required value may be missing while its field is hidden. An own setting then has its default. */
type Optionality<D, Type extends ZodTypeAny> = D extends { role: 'own' }
	? ZodDefault<Type>
	: D extends { required: true } | { needed: true }
		? D extends { displayOptions: object }
			? ZodOptional<Type>
			: Type
		: ZodOptional<Type>;

type FieldOf<D, Type extends ZodTypeAny> = Field<
	Optionality<D, D extends { schema: infer S extends ZodTypeAny } ? S : Type>,
	D extends { role: infer R extends Role } ? R : 'sent'
>;

export function once<T>(make: () => T): () => T {
	let value: T | undefined;
	return () => (value ??= make());
}

export function arrayOf<Entry extends ZodTypeAny>(
	entry: Entry,
	{ min, max }: Pick<AnyDeclaration, 'min' | 'max'>,
): ZodArray<Entry> {
	const type = min === undefined ? z.array(entry) : z.array(entry).min(min);
	return max === undefined ? type : type.max(max);
}

export function fieldOf<D extends AnyDeclaration, Type extends ZodTypeAny>(
	[displayName, description, declaration = {} as D]: Declared<D>,
	kind: Kind,
	type: () => Type,
): FieldOf<D, Type> {
	const { role = 'sent', needed = false, ifEmpty, mark, details, schema, ...others } = declaration;
	const { min, max, maxLength, unsorted, button, entry, ...own } = others;
	const ofEmpty = ifEmpty === undefined ? [] : emptyMarks[ifEmpty];
	const marks: FieldMark[] = mark === undefined ? [...ofEmpty] : [mark, ...ofEmpty];
	if (needed) marks.push('needed');
	if (role === 'formOnly') marks.push('formOnly');
	// The service cannot reject the missing value of a setting, so the form does.
	if (role === 'own' && kind.type === 'options') marks.push('nonEmpty');
	const options = { ...kind.typeOptions, ...own.typeOptions };
	const typeOptions = Object.keys(options).length > 0 ? options : undefined;
	const texts = { displayName, description };
	const marked = withMarks({ ...kind, ...texts, ...own, typeOptions }, ...marks);
	const property = details === undefined ? marked : withDetails(marked, details);
	const isRequired =
		(property.required === true || needed) && property.displayOptions === undefined;
	const field = {
		property,
		role,
		type: once(() => {
			const valueType = schema ?? type();
			if (role === 'own') return valueType.default(property.default);
			return isRequired ? valueType : valueType.optional();
		}),
	};
	return field as unknown as FieldOf<D, Type>;
}

/** Type of the values of a form, or of a collection. */
export type ObjectOf<F extends Fields> = ZodObject<
	{
		[Name in keyof F as F[Name] extends { role: 'formOnly' | 'merged' } ? never : Name]: ReturnType<
			F[Name]['type']
		>;
	},
	'strict'
>;

export function objectOf<F extends Fields>(fields: F): ObjectOf<F> {
	const inValues = Object.entries(fields).filter(
		([, { role }]) => role !== 'formOnly' && role !== 'merged',
	);
	const shape: ZodRawShape = Object.fromEntries(inValues.map(([name, { type }]) => [name, type()]));
	return z.object(shape).strict() as unknown as ObjectOf<F>;
}

export const propertyOf = (name: string, { property }: Field): INodeProperties => ({
	...property,
	name,
});

export const propertiesOf = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).map(([name, field]) => propertyOf(name, field));

// The first call to `localeCompare` would delay the start of n8n by 5 ms.
export const inOrder = (a: string, b: string): number =>
	a.toLowerCase() < b.toLowerCase() ? -1 : 1;

/** Sorts fields by label, with the formats first, and fields that few people need last. */
export function sortByLabel(fields: readonly INodeProperties[]): INodeProperties[] {
	const last = ['integration', 'origin', 'additionalBodyFields'];
	const rank = ({ name }: INodeProperties): number =>
		name === 'formats' ? -1 : last.indexOf(name) + 1;
	return [...fields].sort((a, b) => rank(a) - rank(b) || inOrder(a.displayName, b.displayName));
}

/** What a collection of options has in place of the texts of 'Options'. */
export type GroupTexts = Partial<
	Pick<Property, 'displayName' | 'description' | 'placeholder' | 'displayOptions'>
>;

/** Returns an 'Options' collection, sorted by label. */
export const optionsGroup = (fields: Fields, texts: GroupTexts = {}): INodeProperties =>
	withMarks(
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: sortByLabel(propertiesOf(fields)),
			...texts,
		},
		'group',
	);
