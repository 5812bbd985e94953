import type { IDataObject, NodeApiError } from 'n8n-workflow';

/** An error that the node throws. Some fields exist only in errors of certain types. */
type CaughtError = Error &
	Partial<Pick<NodeApiError, 'httpCode' | 'description'>> & { context?: IDataObject };

/** Returns the error that the promise rejects with. Fails if the promise is fulfilled. */
export async function caught(promise: Promise<unknown>): Promise<CaughtError> {
	try {
		await promise;
	} catch (error) {
		return error as CaughtError;
	}
	throw new Error('Nothing was thrown');
}
