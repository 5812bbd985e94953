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
 * - `formOnly`: not part of the values, such as a field that only controls which other fields are shown
 */
type Role = 'sent' | 'own' | 'formOnly';

/** A field of a form. Its key in the form is its name in the API. */
export interface Field<Type extends ZodTypeAny = ZodTypeAny, R extends Role = Role> {
	property: Property;
	/** Creates the type at the first use, because the types of all fields would delay the start of n8n. */
	type(): Type;
	role: R;
}

export type Fields = Readonly<Record<string, Field>>;

/** What each builder takes: the entries of n8n's property, and entries for the type. */
interface Declaration extends Partial<Omit<Property, 'type' | 'options'>> {
	displayName: string;
	role?: 'own' | 'formOnly';
	/** Whether the value is required, but n8n does not mark the field as required. */
	needed?: boolean;
	/**
	 * `error` rejects an expression that returns no value. For a field that protects, limits, identifies, or delivers:
	 * without its value, the service would still execute the request. By default, the field is then not set.
	 */
	ifEmpty?: 'error';
	/** How the form is read. */
	mark?: FieldMark;
	/** Sentences for the docs. The form and n8n's workflow builders show only the short `description`. */
	details?: string;
	/** Type of the value, in place of the builder's type. */
	schema?: ZodTypeAny;
}

/** What any builder takes. */
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

type Schema<D, Default extends ZodTypeAny> = D extends { schema: infer Type extends ZodTypeAny }
	? Type
	: Default;

/** A required value may be missing while its field is hidden. An own setting then has its default. */
type Presence<D, Type extends ZodTypeAny> = D extends { role: 'own' }
	? ZodDefault<Type>
	: D extends { required: true } | { needed: true }
		? D extends { displayOptions: object }
			? ZodOptional<Type>
			: Type
		: ZodOptional<Type>;

type FieldOf<D, Type extends ZodTypeAny> = Field<
	Presence<D, Schema<D, Type>>,
	D extends { role: infer R extends Role } ? R : 'sent'
>;

function once<T>(make: () => T): () => T {
	let value: T | undefined;
	return () => (value ??= make());
}

function presenceOf(
	type: ZodTypeAny,
	{ required, displayOptions, ...property }: Property,
	declaration: Declaration,
): ZodTypeAny {
	if (declaration.role === 'own') return type.default(property.default);
	const isNeeded = required === true || declaration.needed === true;
	return isNeeded && displayOptions === undefined ? type : type.optional();
}

export function arrayOf<Entry extends ZodTypeAny>(
	entry: Entry,
	{ min, max }: Pick<AnyDeclaration, 'min' | 'max'>,
): ZodArray<Entry> {
	const type = min === undefined ? z.array(entry) : z.array(entry).min(min);
	return max === undefined ? type : type.max(max);
}

/** A choice that is not sent has no value that the service could reject, so the form rejects a missing value. */
function marksOf({ mark, needed, ifEmpty, role }: Declaration, { type }: Kind): FieldMark[] {
	const marks: FieldMark[] = mark === undefined ? [] : [mark];
	if (needed === true) marks.push('needed');
	if (ifEmpty === 'error') marks.push('nonEmptyExpression');
	if (type === 'options' && role === 'formOnly') marks.push('uiOnly');
	if (type === 'options' && role === 'own') marks.push('nonEmpty');
	return marks;
}

/** Returns the field of a builder. */
export function fieldOf<D extends AnyDeclaration, Type extends ZodTypeAny>(
	declaration: D,
	kind: Kind,
	type: () => Type,
): FieldOf<D, Type> {
	const { role, needed, ifEmpty, mark, details, schema, min, max, maxLength, ...others } =
		declaration;
	const { unsorted, button, entry, ...own } = others;
	const options = { ...kind.typeOptions, ...own.typeOptions };
	const typeOptions = Object.keys(options).length > 0 ? options : undefined;
	const marked = withMarks({ ...kind, ...own, typeOptions }, ...marksOf(declaration, kind));
	const property = details === undefined ? marked : withDetails(marked, details);
	const field = {
		property,
		type: once(() => presenceOf(schema ?? type(), property, declaration)),
		role: role ?? 'sent',
	};
	return field as unknown as FieldOf<D, Type>;
}

/** Types of the values of a form, or of a collection. */
type ShapeOf<F extends Fields> = {
	[Name in keyof F as F[Name] extends { role: 'formOnly' } ? never : Name]: ReturnType<
		F[Name]['type']
	>;
};

export type ObjectOf<F extends Fields> = ZodObject<ShapeOf<F>, 'strict'>;

export function objectOf<F extends Fields>(fields: F): ObjectOf<F> {
	const inValues = Object.entries(fields).filter(([, { role }]) => role !== 'formOnly');
	const shape: ZodRawShape = Object.fromEntries(inValues.map(([name, { type }]) => [name, type()]));
	return z.object(shape).strict() as unknown as ObjectOf<F>;
}

/** Returns n8n's property of a field. */
export const propertyOf = (name: string, { property }: Field): INodeProperties => ({
	...property,
	name,
});

export const propertiesOf = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).map(([name, field]) => propertyOf(name, field));

// The first call to `localeCompare` would delay the start of n8n by 5 ms.
export const inOrder = (a: string, b: string): number =>
	a.toLowerCase() < b.toLowerCase() ? -1 : 1;

/** Fields that few people need. They come last. */
const lastFields = ['integration', 'origin', 'additionalBodyFields'];

const groupOf = ({ name }: INodeProperties): number =>
	name === 'formats' ? -1 : lastFields.indexOf(name) + 1;

/** Sorts fields by label, with the formats first. */
export const sortByLabel = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => groupOf(a) - groupOf(b) || inOrder(a.displayName, b.displayName));

/** Returns an 'Options' collection, sorted by label. */
export const optionsGroup = (options: readonly INodeProperties[]): INodeProperties =>
	withMarks(
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: sortByLabel(options),
		},
		'group',
	);

type ValuesOf<F extends Fields> = z.infer<ObjectOf<F>>;

type OwnNames<F extends Fields> = {
	[Name in keyof F]: F[Name] extends { role: 'own' } ? Name : never;
}[keyof F];

export interface Form<F extends Fields> {
	/** n8n's properties. */
	fields: INodeProperties[];
	/** Type of the values. Other values are rejected. */
	readonly input: ObjectOf<F>;
	/** Names of the node's own settings. */
	own: readonly string[];
	/** Returns the values without the node's own settings. */
	sent(values: ValuesOf<F>): Omit<ValuesOf<F>, OwnNames<F>>;
}

type Texts = Partial<Pick<Property, 'displayName' | 'description' | 'placeholder'>>;

/** Returns a form of `fields`, followed by the collection 'Options' if there are any. */
export function formOf<F extends Fields, Options extends Fields = Record<never, never>>(
	fields: F,
	options?: Options,
	optionTexts: Texts = {},
): Form<F & Options> {
	const all = { ...fields, ...options } as F & Options;
	const input = once(() => objectOf(all));
	const own = Object.keys(all).filter((name) => all[name]?.role === 'own');
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
		own,
		sent: (values) => {
			const sent = Object.entries(values).filter(([name]) => !own.includes(name));
			return Object.fromEntries(sent) as Omit<ValuesOf<F & Options>, OwnNames<F & Options>>;
		},
	};
}
