import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonRecord } from './execution';
import { pinned } from './places';
import { until } from './until';

export interface McpClient {
	listTools(): Promise<{ tools: { name: string; description: string; inputSchema: JsonRecord }[] }>;
	callTool(call: { name: string; arguments: JsonRecord }): Promise<{
		isError?: boolean;
		content: { type: string; text: string }[];
	}>;
	close(): Promise<void>;
}

interface ClientModule {
	Client: new (info: { name: string; version: string }) => McpClient & {
		connect(transport: object): Promise<void>;
	};
}

interface TransportModule {
	StreamableHTTPClientTransport: new (url: URL) => object;
}

/** Connects to an active MCP Server Trigger with the official client, a copy of which is part of n8n. */
export async function connectMcp(url: string): Promise<McpClient> {
	const load = createRequire(join(pinned.root, 'package.json'));
	const folder = '@modelcontextprotocol/sdk/client';
	const { Client } = load(`${folder}/index.js`) as ClientModule;
	const { StreamableHTTPClientTransport } = load(`${folder}/streamableHttp.js`) as TransportModule;
	await until('the MCP server is registered', async () => {
		const { status } = await fetch(url, { method: 'POST', body: '{}' });
		return status !== 404;
	});
	const client = new Client({ name: 'web-data-tests', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(new URL(url)));
	return client;
}
