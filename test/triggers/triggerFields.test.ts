import type { INode, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { preparePoll } from '../../nodes/WebData/triggers/pages/checkPage';
import { readTrigger } from '../../nodes/WebData/triggers/events/receive';
import { pageTriggerProperties } from '../../nodes/WebData/triggers/pages/form';
import { toTriggerMonitor, triggerProperties } from '../../nodes/WebData/triggers/events/form';
import { issuesIn } from '../cases/checks';
import { invented } from '../cases/existing';
import { listsIn } from '../resources/everyField';
import { shownParameters } from '../support/builtNode';
import type { Form } from '../support/useBuiltNode';

const { page } = invented;

/** Values of fields for which a placeholder or a limit is not suitable. */
const special: Form = {
	...{
		signatureHeader: 'X-Tide',
		maxAge: 5000,
		schema: '{"type":"object"}',
		schemaExample: '{"a":1}',
	},
	additionalBodyFields: '{"origin":"json"}',
};

function valuesOf(path: string, { type, typeOptions = {}, ...field }: INodeProperties): unknown[] {
	const { minValue = 0.5, maxValue = 2, multipleValues } = typeOptions;
	const choices = (field.options ?? []).map((each) => (each as { value?: unknown }).value);
	const value = special[path.split('.').slice(-2).join('.')] ?? special[field.name];
	const text = field.placeholder?.replace('e.g. ', '');
	if (value !== undefined) return [value];
	if (type === 'boolean') return [field.default !== true];
	if (type === 'number') return [minValue === field.default ? maxValue : minValue];
	if (type === 'options') return choices.filter((choice) => choice !== field.default);
	if (type === 'multiOptions') {
		return [
			choices.filter((choice) => ![field.default].flat().includes(choice as string)).slice(0, 1),
		];
	}
	return [multipleValues === true ? [text] : text];
}

/** Fields that are required in a collection. */
const required: Record<string, Form> = {
	changeTracking: { modes: ['json'], prompt: 'The price' },
	...{ profile: { name: 'a' }, slack: { channelId: 'C1' } },
	viewport: { width: 100, height: 100 },
};

/** Fields that cannot be combined with another field. */
const replaces: Record<string, string> = {
	...{ schema: 'schemaExample', schemaExample: 'schema', milliseconds: 'selector' },
	...{ includeDomains: 'excludeDomains', excludeDomains: 'includeDomains' },
};

/** Values of other fields that a field needs. */
const shownBy = ({ displayOptions }: INodeProperties): Form =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).map(([name, values]) => [name, values?.[0]]),
	);

const around = ({ name, type, typeOptions, options = [] }: INodeProperties, row: Form): Form => {
	if (type === 'collection') return { ...required[name], ...row };
	const rows = row.type === 'changeTracking' ? [{ type: 'markdown' }, row] : [row];
	return { [options[0]?.name ?? '']: typeOptions?.multipleValues === true ? rows : row };
};

const without = (values: Form, names: readonly string[]): Form =>
	Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const texts = (list: INodeProperties[]): Form =>
	Object.fromEntries(
		list
			.filter(({ type }) => ['string', 'json', 'fixedCollection'].includes(type))
			.filter(({ name }) => !['schemaExample', 'excludeDomains'].includes(name))
			.map((field) => {
				const [inside] = listsIn(field);
				return [field.name, inside ? around(field, texts(inside)) : valuesOf('', field)[0]];
			}),
	);

/** Each field with each of its values, in a form that shows it, and the same form without the field. */
function formsOf(
	list: INodeProperties[],
	place: (values: Form) => Form,
	at = '',
): [string, Form, Form][] {
	const inputs = list.filter(({ type }) => type !== 'notice' && type !== 'hidden');
	return inputs.flatMap((field) => {
		const path = at + field.name;
		const withField = (value: unknown) => place({ ...shownBy(field), [field.name]: value });
		const [inside] = listsIn(field);
		const rest = inside && field.type === 'fixedCollection' ? texts(inside) : {};
		const rowOf = (row: Form): Form => {
			const others = Object.keys(row).flatMap((name) => replaces[name] ?? []);
			return { ...without(rest, others), ...row };
		};
		return inside
			? formsOf(inside, (row) => withField(around(field, rowOf(row))), `${path}.`)
			: valuesOf(path, field).map(
					(value) => [path, withField(value), withField(undefined)] as [string, Form, Form],
				);
	});
}

/** Returns the fields that change nothing, and those whose value the node or the service refuses. */
const withoutEffect = (
	list: INodeProperties[],
	base: Form,
	effectOf: (form: INodeParameters) => object,
) => {
	const effect = (form: Form): string => {
		const node = { typeVersion: 1, parameters: form } as unknown as INode;
		const type = { description: { properties: list } } as INodeType;
		try {
			return JSON.stringify(effectOf(shownParameters(type, node.parameters, node)));
		} catch (error) {
			return String(error);
		}
	};
	return formsOf(list, (values) => ({ ...base, ...values }))
		.map(([path, set, unset]) => [path, effect(set), effect(unset)])
		.filter(([, set, unset]) => !set?.startsWith('{') || set === unset);
};

it('each field of the page trigger reaches the request, the comparison, or the settings', () => {
	const effectOf = (stored: INodeParameters) => {
		const poll = preparePoll({ stored, get: (name) => stored[name] }, false);
		if ('issues' in poll) throw new Error(JSON.stringify(poll.issues));
		const { body } = poll.requestFor(page);
		expect(issuesIn('scrape.scrape', body)).toEqual([]);
		return { body, values: poll.values, settings: poll.settings };
	};
	expect(withoutEffect(pageTriggerProperties, { urls: page }, effectOf)).toEqual([]);
});

it('each field of the trigger reaches its monitor or its filters', () => {
	const notSent = /events|onDeactivation|pageStatuses|onlyMeaningful|readStatus|signature/;
	const effectOf = (parameters: INodeParameters) => {
		const getNode = () => ({ parameters }) as unknown as INode;
		const values = readTrigger({ getNode, getNodeParameter: (name) => parameters[name] ?? null });
		if (values.source !== 'monitor') return values;
		const body = toTriggerMonitor(values);
		expect(issuesIn('monitor.create', body)).toEqual([]);
		return { body, kept: Object.entries(values).filter(([name]) => notSent.test(name)) };
	};
	const targets = { target: [{ type: 'scrape', urls: [page] }] };
	const base = { name: 'Tides', goal: 'Prices', targets, text: 'hourly', cron: '0 9 * * *' };
	expect(withoutEffect(triggerProperties, base, effectOf)).toEqual([]);
});
