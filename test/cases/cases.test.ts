import { readForm } from '../../nodes/WebData/form/read';
import { requestSettingsField } from '../../nodes/WebData/operation/settings';
import { triggerProperties } from '../../nodes/WebData/triggers/events/form';
import { pageTriggerProperties } from '../../nodes/WebData/triggers/pages/form';
import { caseOf, cases, operations } from '.';
import { everyValue } from './everyValue';

/** Texts that spreadsheets, webhooks, and models send instead of a Boolean. */
const texts: [text: string, value: boolean][] = [
	['true', true],
	['TRUE', true],
	['false', false],
];

const forms = [
	...operations.map(([name, { form }]) => ({
		name,
		fields: [...form.fields, requestSettingsField],
	})),
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

it('every operation of the node has one case, and no case is left over', () => {
	expect(cases.map(({ name }) => name).sort()).toEqual(operations.map(([name]) => name).sort());
});

it('Max Credits per Execution is offered if a request may cost credits', () => {
	const wrong = cases.filter(({ name, request, repeat }) => {
		const { costs = false } = operations.find(([each]) => each === name)?.[1] ?? {};
		return costs !== (request.startsWith('POST ') && repeat !== 'read');
	});
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** The node sends an item whose request uses no record before it has read the other items. */
it('operations whose items depend on each other start work, so their requests use records', () => {
	const dependent = operations.filter(
		([, { batchKey, equalItems, leftOut, oneByOne }]) =>
			batchKey ?? equalItems ?? leftOut ?? oneByOne,
	);
	const withoutRecord = dependent.filter(([name]) =>
		['read', 'paidAgain', 'ends'].includes(caseOf(name).repeat),
	);
	expect(dependent.length).toBeGreaterThan(0);
	expect(withoutRecord.map(([name]) => name)).toEqual([]);
});
