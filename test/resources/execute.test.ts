import { toTransportRequest } from '../../nodes/WebData/client/request';
import { readForm } from '../../nodes/WebData/form/read';
import type { Operation } from '../../nodes/WebData/operation/operation';
import { planItem } from '../../nodes/WebData/operation/plan';
import type { TransportRequest, TransportResult } from '../../nodes/WebData/transport/http';
import { caseOf, operations } from '../cases';
import { invented } from '../cases/existing';
import { planOf } from '../support/planOf';
import { answer, noAnswer, outcomeOf, scriptedClient } from '../support/scriptedTransport';

const account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };

const nothing = answer(200, { success: true, data: [] });
const file = {
	field: 'data',
	fileName: 'a.pdf',
	contentType: '',
	size: 1,
	content: Buffer.from('a'),
};

/** Plans an operation. The request of the plan has a header with the name of the operation. */
function plannedRequest(name: string, operation: Operation) {
	const {
		form: { fields },
		inputFiles,
	} = operation;
	const defaults = fields.map((field): [string, unknown] => [field.name, field.default]);
	const form = { ...Object.fromEntries(defaults), ...caseOf(name).parameters(invented) };
	const files = { files: [file], missing: [], available: [file.field] };
	const input = inputFiles === undefined ? {} : { [inputFiles]: files };
	const plan = planItem(operation, { ...readForm(fields, form, form).values, ...input });
	if ('issues' in plan) throw new Error(`${name}: ${JSON.stringify(plan.issues)}`);
	const headers = { ...plan.request.headers, 'x-declared': name };
	return { plan, request: { ...plan.request, headers } };
}

/** Executes an operation, and returns the requests that it sends as declared. Lookups find nothing. */
async function declaredRequests(
	[name, operation]: [string, Operation],
	result: TransportResult,
): Promise<TransportRequest[]> {
	const { plan, request } = plannedRequest(name, operation);
	const sent: TransportRequest[] = [];
	const send = (each: TransportRequest): Promise<TransportResult> => {
		if (!('x-declared' in each.headers)) return Promise.resolve(nothing);
		sent.push(each);
		return Promise.resolve(result);
	};
	const transport = { send, close: () => Promise.resolve() };
	await outcomeOf(operation.execute(request, scriptedClient({ transport }), plan.inputs));
	return sent;
}

it('each operation sends the request that it declares', async () => {
	const refused = answer(400, { success: false, error: 'No' });
	const declarations = await Promise.all(operations.map((each) => declaredRequests(each, refused)));
	const names = declarations.map(([request]) => request?.headers['x-declared']);
	expect(names).toEqual(operations.map(([name]) => name));
});

it('each attempt of a request with its own service timeout waits for this time', async () => {
	const lost = noAnswer('headTimeout', true);
	const slow = operations.flatMap((each) => {
		const { request } = plannedRequest(...each);
		const hasOwn = request.route.serviceTimeoutMs !== undefined;
		return hasOwn ? [{ each, ms: toTransportRequest(account, request).headTimeoutMs }] : [];
	});
	const tooShort = await Promise.all(
		slow.map(async ({ each, ms }) => {
			const attempts = await declaredRequests(each, lost);
			const timeouts = attempts.map(({ headTimeoutMs }) => headTimeoutMs);
			return timeouts.some((timeout) => timeout < ms) ? [`${each[0]}: ${timeouts.join(', ')}`] : [];
		}),
	);
	expect(slow.map(({ each: [name] }) => name)).toContain('search.getPaper');
	expect(tooShort.flat()).toEqual([]);
});

it('a paper is a short read without a question, and may take 120 seconds with one', () => {
	const timeoutOf = (values: object) =>
		toTransportRequest(
			account,
			planOf('search', 'getPaper', { paperId: 'arxiv:2105.05233', ...values }).request,
		).headTimeoutMs;
	expect([timeoutOf({}), timeoutOf({ query: 'layers' })]).toEqual([15_000, 150_000]);
});
