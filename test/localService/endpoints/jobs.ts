// Each job endpoint accepts both crawl IDs and batch scrape IDs.
import { failure, jsonAnswer } from '../answer';
import { checkJobId, findJob, jobNotFound, lookUpJob } from '../jobs/findJob';
import { jobLocation } from '../jobs/jobLocation';
import { pageQueryOf } from '../jobs/jobPaging';
import { jobStatusBody } from '../jobs/jobStatus';
import { cancelJob } from '../jobs/runJob';
import type { Endpoint } from './endpoint';

const jobPath = /^\/v2\/(?:crawl|batch\/scrape)\/([^/]+)$/;
const errorsPath = /^\/v2\/(?:crawl|batch\/scrape)\/([^/]+)\/errors$/;

export const getJob: Endpoint = {
	method: 'GET',
	path: jobPath,
	rateClass: 'crawlStatus',
	async serve(request, state) {
		const job = await findJob(request, state);
		const query = pageQueryOf(request.url);
		job.polls.push(state.clock.now());
		const location = jobLocation(request.url.pathname, request, state);
		return jsonAnswer(200, jobStatusBody(job, query, location, state));
	},
};

export const deleteJob: Endpoint = {
	method: 'DELETE',
	path: jobPath,
	rateClass: 'crawlStatus',
	async serve(request, state) {
		checkJobId(request);
		const job = await lookUpJob(request, state);
		if (!job || job.team !== request.team) return jsonAnswer(404, { error: 'Job not found' });
		job.cancels.push(state.clock.now());
		const hasCompleted = job.endedAt !== undefined || job.completedBefore !== undefined;
		if (hasCompleted && !job.isCancelled) {
			return jsonAnswer(409, { error: 'Crawl is already completed' });
		}
		if (!job.isCancelled) cancelJob(job, state);
		return jsonAnswer(200, { status: 'cancelled' });
	},
};

export const getJobErrors: Endpoint = {
	method: 'GET',
	path: errorsPath,
	rateClass: 'crawlStatus',
	async serve(request, state) {
		// Only the crawl endpoint checks the format of the ID.
		if (request.url.pathname.startsWith('/v2/crawl/')) checkJobId(request);
		const job = await lookUpJob(request, state);
		if (!job) throw jobNotFound();
		if (job.team !== request.team) throw failure(403, 'Forbidden');
		return jsonAnswer(200, { errors: job.errors, robotsBlocked: job.robotsBlocked });
	},
};
