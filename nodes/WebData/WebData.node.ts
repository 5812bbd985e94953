import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testCredential } from './host/editor/credentialTest';
import { listSearch, resourceMapping } from './host/editor/pickers';
import { runOperations } from './host/execute';
import { builderHint, properties } from './resources';

/** All nodes are in one bundle. Nodes in separate bundles would not share a rate limiter. */
export { WebDataPageTrigger } from './WebDataPageTrigger.node';
export { WebDataTrigger } from './WebDataTrigger.node';

export class WebData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data',
		name: 'webData',
		icon: { light: 'file:webData.svg', dark: 'file:webData.dark.svg' },
		group: ['transform'],
		/**
		 * n8n adds the operation 'Custom API Call', which fails when it runs, to each resource of a node whose `version`
		 * equals its `defaultVersion`. A list never equals it.
		 */
		version: [1],
		defaultVersion: 1,
		subtitle:
			'={{ $parameter["operation"] === $parameter["resource"] ? $parameter["operation"] : $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Scrape, search, map, crawl, and monitor web pages, parse files, and run research agents',
		defaults: { name: 'Web Data' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testCredential' }],
		properties,
	};

	methods = { credentialTest: { testCredential }, listSearch, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this);
	}
}
