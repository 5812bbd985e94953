import { readForm } from '../../nodes/WebData/form/read';
import type { Operation } from '../../nodes/WebData/operation/operation';
import { planItem } from '../../nodes/WebData/operation/plan';
import type { TransportRequest } from '../../nodes/WebData/transport/http';
import { caseOf, operations } from '../cases';
import type { Existing } from '../cases/operationCase';
import { answer, scriptedClient, scriptedTransport } from '../support/scriptedTransport';

const id = '01a201b0-d6fd-72b1-941c-da7c94797f7d';
const url = 'https://example.com/';
const existing: Existing = {
	...{ page: url, site: url, scrapeId: id, jobId: id, snapshotId: id, threadId: id },
	...{ monitorId: id, checkId: id, sessionId: id },
};
const file = {
	field: 'data',
	fileName: 'a.pdf',
	contentType: '',
	size: 1,
	content: Buffer.from('a'),
};

/** Executes an operation with a marked request, and returns the mark in what is sent. Lookups find nothing. */
async function declarationIn(name: string, operation: Operation): Promise<string | undefined> {
	const {
		form: { fields },
		inputFiles,
	} = operation;
	const defaults = fields.map((field): [string, unknown] => [field.name, field.default]);
	const form = { ...Object.fromEntries(defaults), ...caseOf(name).parameters(existing) };
	const files = { files: [file], missing: [], available: [file.field] };
	const input = inputFiles === undefined ? {} : { [inputFiles]: files };
	const plan = planItem(operation, { ...readForm(fields, form, form).values, ...input });
	if ('issues' in plan) throw new Error(`${name}: ${JSON.stringify(plan.issues)}`);
	const nothing = answer(200, { success: true, data: [] });
	const refused = answer(400, { success: false, error: 'No' });
	const step = ({ headers }: TransportRequest) => ('x-declared' in headers ? refused : nothing);
	const transport = scriptedTransport(step, step);
	const headers = { ...plan.request.headers, 'x-declared': name };
	await plan.execute({ ...plan.request, headers }, scriptedClient({ transport }));
	return transport.requests.map((request) => request.headers['x-declared']).find(Boolean);
}

it('each operation sends the request that it declares', async () => {
	const declarations = await Promise.all(
		operations.map(async ([name, operation]) => await declarationIn(name, operation)),
	);
	expect(declarations).toEqual(operations.map(([name]) => name));
});
