// The README's tables, made from the form and from the failure catalogue.

import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { answerRows } from '../../nodes/WebData/api/failures/answerRows';
import type { FailureRow, Retry } from '../../nodes/WebData/api/failures/failure';
import { runRows } from '../../nodes/WebData/api/failures/runRows';
import { serviceRows } from '../../nodes/WebData/api/failures/serviceRows';
import { traceRows } from '../../nodes/WebData/api/failures/traceRows';
import { transportRows } from '../../nodes/WebData/api/failures/transportRows';
import { withLabels } from '../../nodes/WebData/host/words';
import { findOperation, properties, resources } from '../../nodes/WebData/operations';
import { isGrouping, under } from '../../nodes/WebData/operations/labels';
import {
	requestSettingsField,
	simplifyField,
} from '../../nodes/WebData/operations/settings.fields';

type Row = readonly string[];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (head: Row, rows: readonly Row[]): string =>
	[head, head.map(() => '---'), ...rows]
		.map((row) => `| ${row.map(cell).join(' | ')} |`)
		.join('\n');

const stop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const defaultOf = ({ default: value, type }: INodeProperties): string =>
	['boolean', 'number', 'options'].includes(type) ? ` Default: \`${String(value)}\`.` : '';

/** Names of what stands inside a field, one level deep, those of rows by their type alone. */
const inside = (field: INodeProperties): string => {
	const options = (field.options ?? []) as (INodeProperties | INodePropertyCollection)[];
	if (field.type === 'collection') return options.map(({ name }) => `\`${name}\``).join(', ');
	if (field.type !== 'fixedCollection') return '';
	const values = options.flatMap((group) => ('values' in group ? group.values : []));
	const type = values.find(({ name }) => name === 'type')?.options as INodeProperties[] | undefined;
	return (
		type === undefined ? values.map(({ displayName }) => displayName) : type.map(({ name }) => name)
	).join(', ');
};

const fieldRow = (field: INodeProperties): Row => {
	const within = inside(field);
	const what = `${stop(field.description ?? field.hint ?? '')}${defaultOf(field)}${within === '' ? '' : ` Holds: ${within}.`}`;
	return [field.displayName, `\`${field.name}\``, what];
};

/** What a grouping holds stands in its place, under its label; of Options, which every form has, that goes without saying. */
const rowsOf = (field: INodeProperties, around = ''): Row[] => {
	if (!isGrouping(field)) {
		const [label = '', ...rest] = fieldRow(field);
		return [[under(around, label), ...rest]];
	}
	const within = field.name === 'options' ? '' : under(around, field.displayName);
	return (field.options as INodeProperties[]).flatMap((each) => rowsOf(each, within));
};

const fieldHead = ['Field', 'Name', 'What it does'];

const operationTables = (): string =>
	resources
		.flatMap(({ operations }) => operations)
		.map(({ name, description, fields }) =>
			[
				`### ${name}`,
				stop(description),
				table(
					fieldHead,
					fields.flatMap((field) => rowsOf(field)),
				),
			].join('\n\n'),
		)
		.join('\n\n');

const settingsTable = (): string =>
	table(
		fieldHead,
		[simplifyField, requestSettingsField].flatMap((field) => rowsOf(field)),
	);

const retries: Record<Retry, string> = {
	never: 'no',
	backoff: 'yes',
	sameKey: 'yes, with the same request id',
	sometimes: 'no; another run may succeed',
	whileOurs: "waited out when the earlier request was this node's own",
};

type Explained = Pick<FailureRow, 'message' | 'cause' | 'remedy' | 'retry'>;

/** Most failures are of a scrape, so its fields are looked at first. */
const allFields = [...(findOperation('scrape', 'scrape')?.fields ?? []), ...properties];

const explained = ({ message, cause, remedy, retry }: Explained): Row => [
	message,
	withLabels(`${cause} ${remedy}`, allFields),
	retries[retry],
];

const serviceTable = (): string =>
	table(
		['HTTP', 'Code', 'Says', 'Why, and what to change', 'Tried again'],
		[...serviceRows]
			.sort((a, b) => a.status - b.status)
			.map((row) => [
				String(row.status),
				row.code === undefined ? '' : `\`${row.code}\``,
				...explained(row),
			]),
	);

const otherTable = (rows: Record<string, Explained>): string =>
	table(['Says', 'Why, and what to change', 'Tried again'], Object.values(rows).map(explained));

/** Each generated part of the README by the name of its marker. */
export const generated: Record<string, () => string> = {
	operations: operationTables,
	settings: settingsTable,
	'service-errors': serviceTable,
	'network-errors': () => otherTable(transportRows),
	'answer-errors': () => otherTable(answerRows),
	'run-errors': () => otherTable({ ...traceRows, ...runRows }),
};

/** The text with every generated part made anew. Parts stand between `<!-- name -->` and `<!-- /name -->`. */
export function withTables(text: string): string {
	return Object.entries(generated).reduce((whole, [name, make]) => {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const from = whole.indexOf(begin);
		const to = whole.indexOf(end);
		if (from < 0 || to < from) throw new Error(`The text has no place for "${name}"`);
		return `${whole.slice(0, from + begin.length)}\n\n${make()}\n\n${whole.slice(to)}`;
	}, text);
}
