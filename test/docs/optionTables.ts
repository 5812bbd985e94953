import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ZodTypeAny } from 'zod';
import { objectOf } from '../../nodes/WebData/form/field';
import { joinLabels } from '../../nodes/WebData/form/labels';
import { detailsOf, isGroup } from '../../nodes/WebData/form/marks';
import { waitFields, waitOptions } from '../../nodes/WebData/operation/jobWait';
import type { Operation } from '../../nodes/WebData/operation/operation';
import {
	requestSettingsField,
	settingsForm,
	simplifyField,
} from '../../nodes/WebData/operation/settings';
import { findOperation, properties, resources } from '../../nodes/WebData/resources';
import { urlEventFields, monitorFields } from '../../nodes/WebData/triggers/events/form';
import { pageTriggerFields, pageTriggerValues } from '../../nodes/WebData/triggers/pages/form';
import { listsIn } from '../resources/everyField';
import { at, defaultOf, isRows, kindOf, schemaOf, type Schema } from './fieldKinds';
import { withFullStop, table, type Row } from './markdown';

/** Schema of the fields that are sent. */
const bodyOf = ({ input, sent }: { input: ZodTypeAny; sent(values: never): object }): Schema => {
	const schema = schemaOf(input);
	return { ...schema, properties: sent(schema.properties as never) as Schema['properties'] };
};

const bodies: Record<string, Schema> = Object.fromEntries(
	[
		...['scrape.scrape', 'scrape.interact', 'browserSession.create', 'browserSession.execute'],
		...['parse.parse', 'batchScrape.run', 'monitor.create', 'monitor.update', 'crawl.run'],
		...['crawl.previewParams', 'catalog.call', 'map.map', 'search.search'],
		...['agent.run', 'agent.start'],
	].flatMap((key) => {
		const [resource = '', name = ''] = key.split('.');
		const operation = findOperation(resource, name);
		return operation === undefined ? [] : [[key, bodyOf(operation.form)]];
	}),
);

const own: Schema = schemaOf(
	settingsForm.input.extend({
		...objectOf({ ...waitFields('job'), ...waitOptions('job') }).shape,
		beforeCharacters: pageTriggerValues.shape.beforeCharacters,
	}),
);

const query = (name: string): string => `query \`${name}\``;

/** Fields that the node sends outside the body or under another name. */
const sentElsewhere: Record<string, string> = {
	byApiKey: query('byApiKey'),
	checkId: 'path',
	endpoint: query('endpoint'),
	includeData: query('includeData'),
	jobId: 'path',
	liveView: query('liveView'),
	monitorId: 'path',
	paperId: 'path',
	scrapeId: 'path',
	sessionId: 'path',
	skip: query('skip'),
	snapshotId: 'path',
	threadId: 'path',
	additionalBodyFields: 'merged into the body',
	catalogJson: '`catalog`',
	dateRange: '`tbs`',
	itemUrl: '`urls`, together with the URLs of the other items',
	inputBinaryField: 'multipart part `file`',
	redactPIIOptions: '`redactPII`',
	requestId: 'header `x-request-id`',
	returnPdfUnparsed: '`parsers`, as an empty list',
	schemaExample: '`schema`, generated from the example',
	sortByDate: '`tbs`',
	tool: '`catalog[].provider`, `catalog[].capability`',
	toolOptions: '`catalog[].options`',
	toolOptionsJson: '`catalog[].options`',
};

/** Filters that the node sends in the query. Other operations send fields with the same names in the body. */
const inQuery: ReadonlySet<string> = new Set([
	...['status', 'before', 'query', 'k', 'authors', 'categories', 'from', 'to'],
	...['intent', 'mode', 'rerank', 'anchor'],
]);

/** Like `sentElsewhere`, for one operation. */
const sentElsewhereIn: Record<string, Record<string, string>> = {
	'search.search': { from: '`tbs`', to: '`tbs`' },
};

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' });
const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' });

const labelsOf = (field: INodeProperties, shown: readonly unknown[]): string => {
	const options = (field.options ?? []) as INodePropertyOptions[];
	if (field.type === 'boolean') return shown.includes(true) ? 'turned on' : 'turned off';
	const names = options.filter(({ value }) => shown.includes(value)).map(({ name }) => name);
	return `set to ${alternatives.format(names.map((name) => `'${name}'`))}`;
};

function conditionsOf(field: INodeProperties, siblings: readonly INodeProperties[]): string[] {
	return Object.entries(field.displayOptions?.show ?? {}).flatMap(([name, values]) => {
		const other = siblings.find((each) => each.name === name.replace('/', ''));
		return other === undefined || !Array.isArray(values)
			? []
			: [`'${other.displayName}' is ${labelsOf(other, values as unknown[])}`];
	});
}

interface Place {
	label: string;
	path: string;
	schemas: readonly Schema[];
	/** Top-level fields of the form. */
	form: readonly INodeProperties[];
	sentAs?: Readonly<Record<string, string>>;
	only?: readonly string[];
}

const isNameAndValue = (list: readonly INodeProperties[]): boolean =>
	list.map(({ name }) => name).join() === 'name,value';

function inside(field: INodeProperties, place: Place, siblings: readonly INodeProperties[]): Place {
	const label = field.name === 'options' ? place.label : joinLabels(place.label, field.displayName);
	if (isGroup(field)) return { ...place, label, only: conditionsOf(field, siblings) };
	const name = field.name === 'redactPIIOptions' ? 'redactPII' : field.name;
	const path = `${joinLabels(place.path, name).replace(' > ', '.')}${isRows(field) ? '[]' : ''}`;
	return { ...place, label, path, schemas: at(place.schemas, name) };
}

/** An object with more fields of another operation than this refers to their description. */
const MAX_REPEATED_FIELDS = 5;

/** Returns the fields inside a field that another section describes, and a sentence that refers to this section. */
function describedInside(field: INodeProperties): [fields: INodeProperties[], sentence: string] {
	const inner = isGroup(field) ? [] : listsIn(field).flat();
	if (field.name === 'scrapeOptions') return [inner, ' Contains the fields of [Scrape](#scrape).'];
	const known = inner.filter((each) => firstOperation.has(signature(each)));
	const [first] = known.flatMap((each) => firstOperation.get(signature(each)) ?? []);
	if (first === undefined || known.length <= MAX_REPEATED_FIELDS) return [[], ''];
	const labels = known.map(({ displayName }) => displayName);
	const list = listLabels(labels, labelsOfForm(first));
	return [known, ` Also contains ${list} (see ${linkTo(first)}).`];
}

const describe = (field: INodeProperties): string =>
	[field.description ?? field.hint ?? '', detailsOf(field) ?? '']
		.filter((text) => text !== '')
		.map(withFullStop)
		.join(' ');

const unsentText = ({ name }: INodeProperties): string =>
	inQuery.has(name) ? query(name) : 'not sent';

function fieldRow(field: INodeProperties, place: Place, siblings: readonly INodeProperties[]): Row {
	const schemas = at(place.schemas, field.name);
	const path = place.path === '' ? field.name : `${place.path}.${field.name}`;
	const elsewhere = { ...sentElsewhere, ...place.sentAs }[field.name];
	const sentAs = elsewhere ?? (schemas.length > 0 ? `\`${path}\`` : unsentText(field));
	const limits = schemas.length > 0 ? schemas : at([own], field.name);
	const what = `${describe(field)}${describedInside(field)[1]}`;
	const only = [...(place.only ?? []), ...conditionsOf(field, [...siblings, ...place.form])];
	return [
		joinLabels(place.label, field.displayName),
		sentAs,
		kindOf(field, limits),
		defaultOf(field),
		only.length === 0 ? what : `${what} Shown only if ${only.join(' and ')}.`,
	];
}

function rowsOf(fields: readonly INodeProperties[], place: Place): Row[] {
	return fields.flatMap((field) => {
		const around = inside(field, place, [...fields, ...place.form]);
		const [described] = describedInside(field);
		const within = listsIn(field)
			.filter((list) => !isNameAndValue(list))
			.map((list) => list.filter((each) => !described.includes(each)))
			.flatMap((list) => rowsOf(list, around));
		return isGroup(field) ? within : [fieldRow(field, place, fields), ...within];
	});
}

const head = ['Field', 'API field', 'Type', 'Initial value', 'Description'];

const tableOf = (fields: readonly INodeProperties[], place: Place): string =>
	table(head, rowsOf(fields, place));

/** Returns the Type field of a list entry, or undefined if Type has only one option. */
const typeIn = (field: INodeProperties): INodeProperties | undefined =>
	listsIn(field)
		.flat()
		.find(({ name, options }) => name === 'type' && (options ?? []).length > 1);

const hasSection = (field: INodeProperties): boolean =>
	(isGroup(field) && field.name !== 'options') || typeIn(field) !== undefined;

function section(field: INodeProperties, place: Place): string {
	const { label, ...around } = inside(field, place, []);
	const type = typeIn(field);
	const kindsOfRow = ((type?.options ?? []) as INodePropertyOptions[]).map(
		({ name, value, description = '' }): Row => [name, `\`${value}\``, withFullStop(description)],
	);
	const fields = listsIn(field)
		.flat()
		.filter((each) => each !== type);
	const first = type === undefined ? [] : [table(['Type', 'API value', 'Description'], kindsOfRow)];
	const siblings = [...place.form, ...(type === undefined ? [] : [type])];
	return [
		`### ${field.displayName}`,
		`${describe(field)} Path in the form: '${label}'.`,
		...first,
		tableOf(fields, { ...around, label: '', form: siblings }),
	].join('\n\n');
}

/** A later section with the same heading contains only what differs. */
function laterSection(field: INodeProperties, place: Place, first: INodeProperties): string {
	const { label, ...around } = inside(field, place, []);
	const known = new Set(listsIn(first).flat().map(signature));
	const fields = listsIn(field)
		.flat()
		.filter((each) => each.name !== 'type' && !known.has(signature(each)));
	const typesOf = (each: INodeProperties): string[] =>
		((typeIn(each)?.options ?? []) as INodePropertyOptions[]).map(({ name }) => `*${name}*`);
	const types =
		typesOf(field).length === typesOf(first).length ? '' : ` Types: ${typesOf(field).join(', ')}.`;
	const { displayName } = field;
	return [
		`### ${displayName}`,
		`${describe(field)} Path in the form: '${label}'. Also contains the fields of [${displayName}](#${displayName.toLowerCase()}).${types}`,
		...(fields.length > 0 ? [tableOf(fields, { ...around, label: '' })] : []),
	].join('\n\n');
}

const separateTypes = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => (field.name === 'options' ? listsIn(field).flat() : [field]));

const ofOperations = resources.flatMap(({ name: resource, value, operations }) =>
	operations.map((operation) => ({ resource, key: `${value}.${operation.value}`, operation })),
);

const isShared = (name: string): boolean =>
	!['Get Pages', 'Get Errors'].includes(name) &&
	ofOperations.filter(({ operation }) => operation.name === name).length > 1;

const headingOf = ({ resource, operation: { name } }: (typeof ofOperations)[number]): string =>
	isShared(name) ? `${resource}: ${name}` : name;

/** Headings of the sections of operations. */
export const headings: Readonly<Record<string, string>> = Object.fromEntries(
	ofOperations.map((each) => [each.key, headingOf(each)]),
);

/** Returns a link to the section of an operation. */
function linkTo(operation: (typeof ofOperations)[number]): string {
	const heading = headingOf(operation);
	return `[${heading}](#${heading.toLowerCase().replaceAll(':', '').replaceAll(' ', '-')})`;
}

/** Equal for fields that differ only in their conditions or in the name of the job. */
const signature = ({ displayOptions: _conditions, ...field }: INodeProperties): string =>
	JSON.stringify(field).replaceAll(/\b(?:agent run|batch scrape|check|crawl)\b/g, 'job');

const fieldsOf = ({ form: { fields }, simplifies }: Operation): INodeProperties[] => [
	...fields,
	...(simplifies === true ? [simplifyField] : []),
];

/** The first operation that contains a field. Only its section describes the field. */
const firstOperation = new Map<string, (typeof ofOperations)[number]>();
for (const entry of ofOperations)
	for (const field of separateTypes(fieldsOf(entry.operation)))
		if (!firstOperation.has(signature(field))) firstOperation.set(signature(field), entry);

const prefixOf = (label: string): string => /^[^:]+(?=: )/.exec(label)?.[0] ?? '';

/** Returns the labels. If they contain all labels of a form with the same prefix, the prefix replaces them. */
function listLabels(labels: readonly string[], form: readonly string[]): string {
	const prefixes = [...new Set(labels.map(prefixOf))].filter((prefix) => {
		const group = form.filter((label) => prefix !== '' && prefixOf(label) === prefix);
		return group.length > 2 && group.every((label) => labels.includes(label));
	});
	const others = labels.filter((label) => !prefixes.includes(prefixOf(label)));
	const groups = prefixes.length === 0 ? [] : [`all ${conjunction.format(prefixes)} options`];
	return conjunction.format([...others.map((label) => `*${label}*`), ...groups]);
}

const labelsOfForm = ({ operation }: (typeof ofOperations)[number]): string[] =>
	separateTypes(fieldsOf(operation)).map(({ displayName }) => displayName);

/** The first section with each heading. */
const firstSections = new Map<string, INodeProperties>();
for (const { operation } of ofOperations)
	for (const field of separateTypes(fieldsOf(operation)).filter(hasSection))
		if (!firstSections.has(field.displayName)) firstSections.set(field.displayName, field);

function sectionOf(field: INodeProperties, place: Place): string {
	const first = firstSections.get(field.displayName);
	return first === undefined || first === field
		? section(field, place)
		: laterSection(field, place, first);
}

function describedElsewhere(fields: readonly INodeProperties[], key: string): string[] {
	const labels = new Map<(typeof ofOperations)[number], string[]>();
	for (const field of fields) {
		const first = firstOperation.get(signature(field));
		if (first === undefined || first.key === key) continue;
		labels.set(first, [...(labels.get(first) ?? []), field.displayName]);
	}
	const parts = [...labels].map(
		([first, names]) => `${listLabels(names, labelsOfForm(first))} (see ${linkTo(first)})`,
	);
	return parts.length === 0 ? [] : [`Also in the form: ${parts.join('; ')}.`];
}

/** Returns the tables of an operation, or of a trigger, whose name is empty. */
function formTables(name: string, form: INodeProperties[], sentAs: Place['sentAs'] = {}): string {
	const place: Place = { label: '', path: '', schemas: [bodies[name] ?? {}], form, sentAs };
	const around = (field: INodeProperties): Place => {
		const collection = form.find((each) => listsIn(each).flat().includes(field));
		return { ...place, label: collection?.displayName ?? '' };
	};
	const isDescribedHere = (field: INodeProperties): boolean =>
		(firstOperation.get(signature(field))?.key ?? name) === name;
	const here = separateTypes(form).filter(isDescribedHere);
	const plain = here.filter((field) => !hasSection(field));
	const rows = plain.flatMap((field) => rowsOf([field], around(field)));
	const sections = here.filter(hasSection);
	return [
		...(rows.length > 0 ? [table(head, rows)] : []),
		...describedElsewhere(separateTypes(form), name),
		...sections.map((field) => sectionOf(field, around(field))),
	].join('\n\n');
}

const toolFields = (): INodeProperties[] => {
	const names = ['toolDescription', 'maxResultLength'];
	return names.flatMap((name) => properties.filter((field) => field.name === name).slice(0, 1));
};

function fieldsMissingIn(
	other: Operation | undefined,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const known = new Set(
		separateTypes(other?.form.fields ?? []).map(({ displayName }) => displayName),
	);
	const isNew = ({ displayName }: INodeProperties): boolean => !known.has(displayName);
	return fields
		.map((field) =>
			field.name === 'options' ? { ...field, options: listsIn(field).flat().filter(isNew) } : field,
		)
		.filter((field) => field.name === 'options' || isNew(field));
}

const isInput = ({ type }: INodeProperties): boolean => type !== 'notice';

const monitorSourceTables = (): string =>
	[
		formTables(
			'',
			fieldsMissingIn(findOperation('monitor', 'create'), monitorFields.filter(isInput)),
			{ events: '`webhook.events`' },
		),
		'The form also contains the fields of [Monitor: Create](#monitor-create), except *Webhook*.',
	].join('\n\n');

/** The page trigger adds the format `changeTracking` to each scrape. */
const changeTrackingPaths = {
	urls: '`url`, with one request per URL',
	changeTracking: '`formats[]`, with the type `changeTracking`',
	modes: '`formats[].modes`',
	prompt: '`formats[].prompt`',
	schema: '`formats[].schema`',
	tag: '`formats[].tag`',
};

const pageTriggerTables = (): string =>
	[
		formTables(
			'',
			fieldsMissingIn(findOperation('scrape', 'scrape'), pageTriggerFields),
			changeTrackingPaths,
		),
		'*Options* contains the formats and the scrape options of [Scrape](#scrape), except *Raw Base64* and *Change Tracking*.',
	].join('\n\n');

function startNote(resource: string): string {
	const labelsIn = (operation: string) =>
		separateTypes(findOperation(resource, operation)?.form.fields ?? []).map(
			({ displayName }) => displayName,
		);
	const start = new Set(labelsIn('start'));
	const left = labelsIn('run').filter((label) => !start.has(label));
	return `The form contains the fields of *Run*, except ${conjunction.format(left.map((label) => `*${label}*`))}.`;
}

const unsentPlace: Place = { label: '', path: '', schemas: [], form: [] };

export const optionTables: Record<string, () => string> = {
	...Object.fromEntries(
		ofOperations.map(({ key, operation }) => [
			key,
			() => formTables(key, fieldsOf(operation), sentElsewhereIn[key]),
		]),
	),
	'agent.start': () => startNote('agent'),
	'batchScrape.start': () => startNote('batchScrape'),
	'crawl.start': () => startNote('crawl'),
	'trigger.jobEvents': () => formTables('', urlEventFields.filter(isInput)),
	'trigger.monitor': monitorSourceTables,
	pageTrigger: pageTriggerTables,
	settings: () => tableOf(listsIn(requestSettingsField).flat(), unsentPlace),
	tool: () =>
		table(
			head,
			toolFields().map((field) => fieldRow({ ...field, default: '' }, unsentPlace, [])),
		),
};
