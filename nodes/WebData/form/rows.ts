import type { INodeProperties } from 'n8n-workflow';
import { z, type ZodArray, type ZodRecord, type ZodString } from 'zod';
import { text } from './fields';
import {
	type AnyDeclaration,
	type Exactly,
	type Field,
	fieldOf,
	type Fields,
	type Kind,
	type ObjectOf,
	objectOf,
	optionsGroup,
	propertiesOf,
	type Property,
} from './form';

/** A collection in a row. Its fields are fields of the row. */
interface RowOptions<F extends Fields> extends Pick<
	Property,
	'displayName' | 'description' | 'displayOptions'
> {
	fields: F;
}

interface Row<F extends Fields, Options extends Fields> {
	/** Name and label of the row. */
	name: string;
	displayName: string;
	fields: F;
	options?: RowOptions<Options>;
}

const rowOptions = ({ fields, ...declaration }: RowOptions<Fields>): INodeProperties => ({
	...optionsGroup(propertiesOf(fields)),
	...declaration,
});

/** A list of objects. The user adds a row for each object. */
export const rows = <
	F extends Fields,
	D extends AnyDeclaration,
	Options extends Fields = Record<never, never>,
>(
	declaration: Exactly<D>,
	{ name, displayName, fields, options }: Row<F, Options>,
) => {
	const group = options === undefined ? [] : [rowOptions(options)];
	const kind: Kind = {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: `Add ${displayName}`,
		options: [{ displayName, name, values: [...propertiesOf(fields), ...group] }],
	};
	return fieldOf<D, ZodArray<ObjectOf<F & Options>>>(declaration, kind, () =>
		z.array(objectOf({ ...fields, ...options?.fields } as F & Options)),
	);
};

/** An object with any names. The user adds a row for each name. */
export const nameValues = <D extends AnyDeclaration>(
	declaration: Exactly<D>,
	label: 'Header' | 'Entry',
	[nameExample, valueExample]: readonly [string, string],
) => {
	const entry = label.toLowerCase();
	const part = (displayName: string, example: string): Field =>
		text({
			displayName,
			placeholder: `e.g. ${example}`,
			description: `${displayName} of the ${entry}`,
		});
	const values = propertiesOf({
		name: part('Name', nameExample),
		value: part('Value', valueExample),
	});
	const kind: Kind = {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: `Add ${label}`,
		options: [{ displayName: label, name: entry, values }],
	};
	return fieldOf<D, ZodRecord<ZodString, ZodString>>(declaration, kind, () => z.record(z.string()));
};
