import { NodeApiError, type INode } from 'n8n-workflow';
import type { Failure } from '../../api/errors/failure';
import { insertLabels } from './insertLabels';

/** Returns a failure's cause and remedy without the sentences that refer to form fields. */
export const failureDescription = ({ cause, remedy }: Failure): string =>
	insertLabels(`${cause} ${remedy}`, []);

export function serviceError(
	node: INode,
	message: string,
	description: string,
	httpCode?: number,
): Error {
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			httpCode: httpCode === undefined ? undefined : String(httpCode),
		},
	);
	// `NodeApiError` replaces a message that contains a Node.js error code.
	error.message = message;
	return error;
}
