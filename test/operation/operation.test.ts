import { z } from 'zod';
import {
	additionalBodyFields as bodyFields,
	flag,
	formOf,
	text,
} from '../../nodes/WebData/form/form';
import { defineOperation } from '../../nodes/WebData/operation/operation';
import { type Plan, planItem } from '../../nodes/WebData/operation/plan';
import { routes } from '../cases/routes';

const offer = {
	action: 'Read page',
	description: 'Reads a page',
	toolDescription: 'Gets a text from an address.',
	form: formOf({
		url: text('Address', undefined, { required: true }),
		holds: text('Holds'),
	}),
	output: z.object({ text: z.string() }),
	toRequest: ({ url, holds }: { url: string; holds?: string }) => ({
		route: { ...routes.scrape, dataField: holds },
		body: { url },
	}),
};

const planOf = (values: Record<string, unknown>, rest = {}): Plan => {
	const plan = planItem(defineOperation({ ...offer, ...rest }), values);
	if ('issues' in plan) throw new Error('The values do not fit');
	return plan;
};

test('invalid values give issues and no request', () => {
	expect(planItem(defineOperation(offer), { link: 'a' })).toEqual({
		issues: [
			{ path: ['url'], message: 'is required' },
			{ path: [], message: 'must not contain "link"' },
		],
	});
});

it('valid values that exclude each other give an issue that names the other field by its label', () => {
	const conflicts = ({ holds }: { holds?: string }) =>
		holds === 'nothing'
			? [{ path: ['holds'], message: 'cannot be empty together with {url}' }]
			: [];
	const operation = defineOperation({ ...offer, conflicts });

	expect(planItem(operation, { url: 'a', holds: 'nothing' })).toEqual({
		issues: [{ path: ['holds'], message: "cannot be empty together with 'Address'" }],
	});
});

it('values that are probably wrong give a hint with labels, and are sent', () => {
	const hint = { path: ['holds'], message: 'may be wrong', isHint: true };
	const conflicts = () => [{ ...hint, remedy: 'Check {url}' }];
	const { hints, request } = planOf({ url: 'a' }, { conflicts });
	expect(hints).toEqual([{ ...hint, remedy: "Check 'Address'" }]);
	expect(request.body).toEqual({ url: 'a' });
});

it('the output is made from the body that was sent and from own settings, which the body cannot change', () => {
	const wait = flag('Wait', undefined, { role: 'own', default: true });
	const url = text('Address', undefined, { required: true });
	const form = formOf({ url, wait, additionalBodyFields: bodyFields });
	const toOutput = jest.fn(() => ({ parts: [] }));
	const additionalBodyFields = { url: 'b', holds: 'data', wait: false };
	const plan = planOf({ url: 'a', additionalBodyFields }, { form, toOutput });

	plan.toOutput({}, { simplify: true, nowMs: 0 });
	const inputs = { sent: additionalBodyFields, own: { wait: true } };
	expect(toOutput).toHaveBeenCalledWith({}, expect.objectContaining(inputs));
	expect(plan.request.body).toEqual(additionalBodyFields);
});

describe('the output of a response', () => {
	const response = { success: true, data: { markdown: '# Hi' }, list: [1] };

	it.each<[string, string | undefined, boolean, unknown]>([
		['the data field with Simplify', 'data', true, response.data],
		['the whole response without Simplify', 'data', false, response],
		['the whole response if the data field is not an object', 'list', true, response],
	])('is %s', (_rule, holds, simplify, json) => {
		const { parts } = planOf({ url: 'a', holds }).toOutput(response, { simplify, nowMs: 0 });
		expect([...parts]).toEqual([{ json }]);
	});
});
