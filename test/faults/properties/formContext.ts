import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { executeContext } from '../../support/builtNode';

export interface FormRun {
	parameters: Record<string, unknown>;
	credential: IDataObject;
	continueOnFail: boolean;
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

export async function runForm(
	node: INodeType,
	{ parameters, credential, continueOnFail }: FormRun,
): Promise<INodeExecutionData[]> {
	const onError = continueOnFail ? 'continueRegularOutput' : 'stopWorkflow';
	const data = { data: toBase64('<p>text</p>'), fileName: 'page.html', mimeType: 'text/html' };
	const context = executeContext(node, { parameters: {}, credential, onError, binary: [{ data }] });
	const ownParameter = (name: string, _item: number, fallback?: unknown): unknown =>
		Object.hasOwn(parameters, name) ? (parameters[name] ?? fallback) : fallback;
	const own: Pick<IExecuteFunctions, 'getNodeParameter'> = {
		getNodeParameter: ownParameter as IExecuteFunctions['getNodeParameter'],
	};
	const output = await node.execute?.call(Object.assign(context, own));
	if (!Array.isArray(output)) throw new Error('The node returned no items');
	return output.flat();
}
