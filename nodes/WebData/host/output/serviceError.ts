import { NodeApiError, type INode } from 'n8n-workflow';
import type { Failure } from '../../api/errors/failure';
import { insertLabels } from './insertLabels';

/** The cause of a failure and its remedy, for a place without a form. */
export const failureDescription = ({ cause, remedy }: Failure): string =>
	insertLabels(`${cause} ${remedy}`, []);

/** An error of the service outside of an execution. */
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
	// The class replaces messages that contain the name of a Node.js error code.
	error.message = message;
	return error;
}
