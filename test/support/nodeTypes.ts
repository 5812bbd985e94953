import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';

const root = join(__dirname, '../..');

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

export const sourceOf = (built: string): string => built.replace(/^dist\/(.*)\.js$/, '$1.ts');

export const nodeTypes = (): INodeType[] =>
	manifest.n8n.nodes.map((built) => {
		const exported = jest.requireActual<Record<string, new () => INodeType>>(
			join(root, sourceOf(built)),
		);
		const [NodeType] = Object.values(exported);
		if (NodeType === undefined) throw new Error(`${built} exports no node`);
		return new NodeType();
	});
