import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testCredential } from './host/editor/credentialTest';
import { listSearch } from './host/editor/pickers';
import { triggerProperties } from './triggers/events/form';
import { receiveEvent } from './triggers/events/receive';
import { registration } from './triggers/events/register';

export class WebDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Trigger',
		name: 'webDataTrigger',
		icon: { light: 'file:webData.svg', dark: 'file:webData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["source"] === "monitor" ? "monitor" : "webhook events" }}',
		/** The node panel shows this text for **Web Data**, in which n8n merges the node and its trigger. */
		description:
			'Scrape, search, map, crawl, parse, and monitor web pages, or start a workflow when the service sends an event',
		builderHint: {
			searchHint:
				'Only a trigger: starts a workflow with the events of jobs or monitors. To scrape, search, or crawl, use Web Data.',
		},
		eventTriggerDescription: 'Waiting for an event from the service',
		activationMessage: 'The workflow now starts with each event from the service.',
		defaults: { name: 'Web Data Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testCredential' }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: triggerProperties,
	};

	methods = { credentialTest: { testCredential }, listSearch };

	webhookMethods = { default: registration };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this);
	}
}
