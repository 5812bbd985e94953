import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testCredential } from './host/editor/credentialTest';
import { pageTriggerProperties } from './triggers/pages/form';
import { pollPages } from './triggers/pages/poll';

export class WebDataPageTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Page Trigger',
		name: 'webDataPageTrigger',
		icon: { light: 'file:webData.svg', dark: 'file:webData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["compare"] === "changeTracking" ? "change tracking" : "Markdown" }}',
		description: 'Checks web pages at set times and starts the workflow with the changed pages',
		builderHint: {
			searchHint:
				'Only a trigger: scrapes a few known URLs at each poll, which costs credits per page, and starts the workflow with the pages that changed. Set pollTimes, such as {"item":[{"mode":"everyHour"}]}: without it, or with a cron text in its place, n8n polls every minute and shows no error. To scrape once, use Web Data.',
		},
		defaults: { name: 'Web Data Page Trigger' },
		/** Otherwise, n8n makes the name from the hidden fields 'resource' and 'operation'. */
		skipNameGeneration: true,
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testCredential' }],
		properties: pageTriggerProperties,
	};

	methods = { credentialTest: { testCredential } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollPages(this);
	}
}
