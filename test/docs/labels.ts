import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WebDataApi } from '../../credentials/WebDataApi.credentials';
import { resources } from '../../nodes/WebData/resources';
import { everyField } from '../resources/everyField';
import { nodeTypes } from '../support/nodeTypes';

const choicesIn = ({ type, options }: INodeProperties): string[] =>
	type === 'options' || type === 'multiOptions'
		? ((options ?? []) as INodePropertyOptions[]).map(({ name }) => name)
		: [];

const buttonsOf = ({ placeholder = '', typeOptions }: INodeProperties): string[] =>
	[placeholder, String(typeOptions?.multipleValueButtonText ?? '')].filter((text) =>
		text.startsWith('Add '),
	);

const modesOf = ({ modes = [] }: INodeProperties): string[] =>
	modes.map(({ displayName }) => displayName);

const formLabels = everyField([
	...nodeTypes().flatMap(({ description }) => description.properties),
	...new WebDataApi().properties,
]).flatMap(({ field }) => [
	field.displayName,
	...choicesIn(field),
	...modesOf(field),
	...buttonsOf(field),
]);

const operationLabels = resources.flatMap(({ name, operations }) => [
	name,
	...operations.flatMap((operation) => [operation.name, operation.action]),
]);

/** Labels in the editor of n8n 2.41, including labels in the forms of n8n's own nodes. */
const editorLabels = `
	Add first step…, Trigger manually, All Incoming Items, Always Output Data, Execute Once, HTTP Method,
	Limit Wait Time, POST, Respond With, Resume, Save failed production executions,
	Allowed HTTP Request Domains, Authentication, Batch Interval (ms), Batching, Community nodes,
	Continue (using error output), Continue, Error details, Connect to Web Data,
	Defined automatically by the model, Execute step, Fetch Test Event, Save,
	Ignore SSL Issues (Insecure), Import from file…, Install a community node,
	Install this node to use it, Items per Batch, Loop Over Items, Publish, Max Iterations,
	Never Error, On Error, Poll Times, Predefined Credential Type, On Webhook Call, Production URL,
	Retry On Fail, Retry, Save execution progress, Save successful production executions, Do not save, Settings, Specific Domains, Stop Workflow,
	Stop, Timeout, Timeout Workflow, Tool, npm Package Name
`;

/** Labels in messages that the node writes for users of older n8n versions. */
const messageLabels = ['Details:'];

/** Labels on websites: GitHub, and the dashboard of the public service. */
const websiteLabels = ['API Keys', 'Report a vulnerability', 'Security'];

export const knownLabels: ReadonlySet<string> = new Set([
	...formLabels,
	...operationLabels,
	...editorLabels.split(',').map((label) => label.trim()),
	...messageLabels,
	...websiteLabels,
	'Web Data',
	'Web Data API',
]);
