// Keeps the key out of what people read.

import type { Failure } from '../api/failures/failure';

/** The service's words may repeat the key that it does not like, in any place. Nobody who reads an error is to learn it. */
export function withoutSecret(failure: Failure, apiKey: string): Failure {
	const written = JSON.stringify(apiKey).slice(1, -1);
	return JSON.parse(JSON.stringify(failure).replaceAll(written, '***')) as Failure;
}
