// Files that came with an answer, as n8n keeps them.

import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import type { OutputFile } from '../operations/operation';

type BinaryStore = Pick<IExecuteFunctions, 'helpers'>;

/** Hands a file to n8n's store and gives back the item's `binary`. */
export async function binaryOf(context: BinaryStore, file: OutputFile): Promise<IBinaryKeyData> {
	const { content, fileName, mimeType, field } = file;
	return { [field]: await context.helpers.prepareBinaryData(content, fileName, mimeType) };
}
