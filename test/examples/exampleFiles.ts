import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const exampleFiles = readdirSync(join(__dirname, '../../examples')).sort();

/** The newest version of each node type in n8n 2.41.1. */
export const newestVersions: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.agent': 3.1,
	'@n8n/n8n-nodes-langchain.documentDefaultDataLoader': 1.1,
	'@n8n/n8n-nodes-langchain.embeddingsOpenAi': 1.2,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'@n8n/n8n-nodes-langchain.mcpTrigger': 2.1,
	'@n8n/n8n-nodes-langchain.textSplitterRecursiveCharacterTextSplitter': 1,
	'@n8n/n8n-nodes-langchain.vectorStoreInMemory': 1.3,
	'n8n-nodes-base.aggregate': 1,
	'n8n-nodes-base.dataTable': 1.1,
	'n8n-nodes-base.formTrigger': 2.6,
	'n8n-nodes-base.httpRequest': 4.5,
	'n8n-nodes-base.if': 2.3,
	'n8n-nodes-base.limit': 1,
	'n8n-nodes-base.manualTrigger': 1,
	'n8n-nodes-base.noOp': 1,
	'n8n-nodes-base.readWriteFile': 1.1,
	'n8n-nodes-base.respondToWebhook': 1.5,
	'n8n-nodes-base.scheduleTrigger': 1.4,
	'n8n-nodes-base.set': 3.5,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.stickyNote': 1,
	'n8n-nodes-base.wait': 1.1,
	'n8n-nodes-base.webhook': 2.1,
	'n8n-nodes-web-data.webData': 1,
	'n8n-nodes-web-data.webDataPageTrigger': 1,
	'n8n-nodes-web-data.webDataTool': 1,
	'n8n-nodes-web-data.webDataTrigger': 1,
};
