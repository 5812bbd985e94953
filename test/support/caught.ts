import type { IDataObject, NodeApiError } from 'n8n-workflow';

type CaughtError = Error &
	Partial<Pick<NodeApiError, 'httpCode' | 'description'>> & { context?: IDataObject };

/** Returns the error of a rejected promise. Fails if the promise is fulfilled. */
export async function caught(promise: Promise<unknown>): Promise<CaughtError> {
	try {
		await promise;
	} catch (error) {
		return error as CaughtError;
	}
	throw new Error('Nothing was thrown');
}
