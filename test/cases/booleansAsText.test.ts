import { prepareItem } from '../../nodes/WebData/host/input/prepare';
import { pageTriggerProperties, triggerProperties } from '../../nodes/WebData/operations';
import { requestSettingsField } from '../../nodes/WebData/operations/common/settings.fields';
import { readForm } from '../../nodes/WebData/operations/form/readForm';
import { invented } from './existing';
import { everyValue, type Values } from './everyValue';
import { caseOf, operations } from './index';

/** Texts that spreadsheets, webhooks, and models send instead of a Boolean. */
const texts: [text: string, value: boolean][] = [
	['true', true],
	['TRUE', true],
	['false', false],
];

const forms = [
	...operations.map(([name, { fields }]) => ({ name, fields: [...fields, requestSettingsField] })),
	{ name: 'trigger', fields: triggerProperties },
	{ name: 'pageTrigger', fields: pageTriggerProperties },
];

describe.each(texts)('the text %s', (text, value) => {
	it('is read as the Boolean in every field of every form', () => {
		const offenders = forms.filter(({ fields }) => {
			const [given, expected] = [text, value].map((toggle) => {
				const { values, issues } = readForm(fields, everyValue(fields, toggle));
				return JSON.stringify({ values, issues });
			});
			return given !== expected;
		});
		expect(offenders.map(({ name }) => name)).toEqual([]);
	});
});

const content = Buffer.from('<h1>Tides</h1>');
const file = { field: 'data', fileName: 'tides.html', contentType: 'text/html', size: 1, content };

/** Values that do not come from the form. */
const inputsOf = (name: string): Values =>
	name === 'parse.parse' ? { inputFiles: { files: [file], missing: [], available: [] } } : {};

describe.each(texts)('the text %s for Simplify', (text, value) => {
	it('is read as the Boolean by every operation that has the field', () => {
		const offenders = operations
			.filter(([, { simplifies }]) => simplifies === true)
			.filter(([name, operation]) => {
				const defaults = operation.fields.map((field) => [field.name, field.default]);
				const form = { ...caseOf(name).parameters(invented), simplify: text };
				const values: Values = { ...Object.fromEntries(defaults), ...form };
				const get = (field: string, _item: number, fallback: unknown) => values[field] ?? fallback;
				const prepared = prepareItem({ get }, operation, 0, inputsOf(name));
				return 'issues' in prepared || prepared.settings.simplify !== value;
			});
		expect(offenders.map(([name]) => name)).toEqual([]);
	});
});
