import { failure, rowFailure } from '../answer';
import { isUuid, type ApiRequest } from '../endpoints/endpoint';
import type { ServiceState } from '../state';
import type { Job } from './job';
import { isExpired } from './jobStatus';
import { settle } from './runJob';

/** Returns undefined if the job is unknown or expired. */
export async function lookUpJob({ id }: ApiRequest, state: ServiceState): Promise<Job | undefined> {
	const wanted = id.toLowerCase();
	const job = state.jobs.all.find((one) => one.id === wanted);
	if (!job || isExpired(job, state.clock.now())) return undefined;
	await settle(job, state);
	return job;
}

/** Throws a 404 error if the job is unknown or belongs to another team. */
export async function findJob(request: ApiRequest, state: ServiceState): Promise<Job> {
	checkJobId(request);
	const job = await lookUpJob(request, state);
	if (!job || job.team !== request.team) throw jobNotFound();
	return job;
}

export function checkJobId({ id }: ApiRequest): void {
	if (!isUuid(id)) throw rowFailure('invalidJobId');
}

export function jobNotFound(): Error {
	return failure(404, 'Job not found');
}
