import { noAnswer, ServiceError, serviceError } from '../../nodes/WebData/client/client';
import { failureOfRow } from '../../nodes/WebData/errors/row';
import { creditRows } from '../../nodes/WebData/errors/rows/limits';

const failure = failureOfRow(creditRows.maxCreditsReached, { url: 'https://example.com' });
const error = new ServiceError(failure, {
	stopReason: 'maxTriesReached',
	attempts: 5,
	waitedMs: 9,
});

it('a ServiceError with another failure is still the error of the same request', () => {
	const changed = error.withFacts({ jobId: 'job-1' });
	const facts = { url: 'https://example.com', jobId: 'job-1' };
	expect({ ...changed }).toEqual({ ...error, failure: { ...failure, facts } });
	expect(changed.message).toBe(failure.message);
});

it.each([serviceError, noAnswer])('%p throws an error that is not a ServiceError', (handle) => {
	const bug = new TypeError('a bug');
	expect(() => handle(bug)).toThrow(bug);
	expect(() => handle(error)).not.toThrow();
});
