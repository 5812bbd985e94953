import type { IDataObject } from 'n8n-workflow';
import { caseOf } from '../cases';
import { invented } from '../cases/existing';
import * as faults from '../localService/faults';
import { gatewayPages, type GatewayPage } from '../spec/gatewayPages';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode();

/** Runs an operation once, and answers its requests with the page. */
async function errorWith(page: GatewayPage, name = 'scrape.scrape'): Promise<IDataObject> {
	const { 'content-type': contentType = '', ...headers } = page.headers;
	const answer = {
		kind: 'raw',
		status: page.status,
		contentType,
		text: page.body,
		headers,
	} as const;
	service.addFaults(faults.fault(answer, { times: 0 }));
	const { resource, operation, parameters } = caseOf(name);
	const { items } = await execute({
		parameters: { resource, operation, ...parameters(invented) },
		onError: 'continueRegularOutput',
	});
	return items[0]?.json ?? {};
}

const html = /<\/?[a-z!][^>]*>/i;

it.each(gatewayPages.map((page) => [page.gateway, page.status, page] as const))(
	'a page of %s with status %i is an error with the status, a cause, and a remedy, without HTML',
	async (_gateway, status, page) => {
		const { error, message, details } = await errorWith(page);
		expect(details).toMatchObject({ httpCode: status });
		expect(error).toMatch(/^[A-Z].*\w$/);
		expect(message).toMatch(/^[A-Z].*\.$/);
		expect(JSON.stringify({ error, message, details })).not.toMatch(html);
	},
);

it.each(gatewayPages.map((page) => [page.gateway, page] as const))(
	'a page of %s with status 200 is an error that does not repeat the paid request',
	async (_gateway, page) => {
		const { details } = await errorWith({ ...page, status: 200 });
		expect(details).toMatchObject({ httpCode: 200, tries: 1 });
		expect(service.requests).toHaveLength(1);
	},
);
