import { type INode, type INodeParameters, type INodeType, NodeHelpers } from 'n8n-workflow';
import { loadBuiltNode } from '../support/builtNode';

/** Returns the fields with which n8n refuses to publish a workflow. n8n checks the stored values, without defaults. */
function refusedFields({ description }: INodeType, parameters: INodeParameters): string[] {
	const node = {
		...{ id: 'a', name: 'Trigger', type: `n8n-nodes-web-data.${description.name}` },
		...{ typeVersion: 1, position: [0, 0], parameters },
	} as INode;
	const { properties } = description;
	const issues = NodeHelpers.getNodeParametersIssues(properties, node, description);
	return Object.keys(issues?.parameters ?? {}).sort();
}

const monitor = (parameters: INodeParameters = {}): INodeParameters => ({
	...{ source: 'monitor', name: 'Prices', text: 'hourly' },
	targets: { target: [{ type: 'scrape', urls: ['https://example.com'] }] },
	...parameters,
});
const target = (fields: INodeParameters) => monitor({ targets: { target: [fields] } });

describe(`n8n's check of the Web Data Trigger`, () => {
	const trigger = loadBuiltNode('WebDataTrigger');

	it.each<[string, INodeParameters, string[]]>([
		['nothing but the source', { source: 'monitor' }, ['name', 'targets', 'text']],
		['no schedule', monitor({ text: '' }), ['text']],
		['no cron expression', monitor({ specifySchedule: 'cron' }), ['cron']],
		['no target', monitor({ targets: {} }), ['targets']],
		['the initial target', target({ type: 'scrape', urls: [''] }), ['urls']],
		['a site without a URL', target({ type: 'crawl' }), ['url']],
		['a search without a query', target({ type: 'search', queries: [''] }), ['queries']],
	])('refuses a monitor with %s', (_case, parameters, fields) => {
		expect(refusedFields(trigger, parameters)).toEqual(fields);
	});

	it.each<[string, INodeParameters]>([
		['pages', monitor()],
		['a cron expression', monitor({ specifySchedule: 'cron', text: '', cron: '0 9 * * *' })],
		['an expression as the schedule', monitor({ text: '={{ $vars.schedule }}' })],
		['a site', target({ type: 'crawl', url: 'https://example.com' })],
		['a search', target({ type: 'search', queries: ['tide clock'] })],
		['events sent to the URL', { source: 'jobEvents' }],
	])('accepts %s', (_case, parameters) => {
		expect(refusedFields(trigger, parameters)).toEqual([]);
	});
});

it(`n8n's check of the Web Data Page Trigger refuses a form without URLs`, () => {
	const trigger = loadBuiltNode('WebDataPageTrigger');
	expect(refusedFields(trigger, {})).toEqual(['urls']);
	expect(refusedFields(trigger, { urls: 'https://example.com' })).toEqual([]);
});

it(`n8n's check of Monitor refuses an incomplete new monitor, and accepts an update`, () => {
	const node = loadBuiltNode();
	const form = (operation: string, fields: INodeParameters = {}) =>
		refusedFields(node, { resource: 'monitor', operation, ...fields });
	const { source: _source, ...complete } = monitor();
	expect(form('create')).toEqual(['name', 'targets', 'text']);
	expect(form('create', complete)).toEqual([]);
	const monitorId = { __rl: true, mode: 'id', value: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17' };
	expect(form('update', { monitorId, options: { name: 'Tides' } })).toEqual([]);
});
