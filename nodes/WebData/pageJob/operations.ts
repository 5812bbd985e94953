import { z } from 'zod';
import { failedPagesIn } from '../client/jobs/failedPages';
import { followJob } from '../client/jobs/follow';
import { cancelJob, statusResponse } from '../client/jobs/job';
import { type PageJob, pagesRequest, readPages } from '../client/jobs/pages';
import type { Field } from '../form/field';
import { formOf } from '../form/form';
import type { JsonObject } from '../json/json';
import { followSettings, waitFields, waitOptions } from '../operation/jobWait';
import {
	defineOperation,
	noticesOf,
	openObject,
	type OutputContext,
	type OutputPart,
} from '../operation/operation';
import { downloads, failOnPageError, type PageOutputValues } from '../page/output';
import { type failedPagesField, slice, toSlice } from './form';
import {
	failedPageItem,
	failedPageJson,
	jobPagePart,
	pageItem,
	pageJobOutput,
	sliceNotices,
	statusPart,
} from './output';

interface PageJobForm {
	job: PageJob;
	jobId: Field<z.ZodType<string, z.ZodTypeDef, string>, 'sent'>;
	failedPages: ReturnType<typeof failedPagesField>;
}

function waitOperation({ job, jobId, failedPages }: PageJobForm) {
	const { name } = job;
	return defineOperation({
		action: `Wait for ${name}`,
		description: `Poll a ${name} until it ends, and return its pages`,
		toolDescription: `Waits until a ${name} that was started earlier has ended, which can take minutes, and returns its pages. Needs the job ID.`,
		form: formOf(
			{
				jobId,
				...waitFields(name, 'pages'),
				failedPages,
				...downloads,
			},
			{ ...waitOptions(name), failOnPageError },
		),
		simplifies: true,
		output: pageItem,
		toRequest: (values) => job.poll(values.jobId),
		execute: (request, client, { sent, own }) =>
			followJob({ kind: job, jobId: sent.jobId, client }, request, followSettings(own)),
		toOutput: (answer, context) => pageJobOutput(job, answer, context),
	});
}

function getOperation({ job, jobId }: PageJobForm) {
	const { name } = job;
	return defineOperation({
		action: `Get ${name}`,
		description: `Return the status of a ${name}, without its pages`,
		toolDescription: `Gets the status of a ${name} ('scraping', 'completed', 'failed', or 'cancelled') and the number of pages that are ready. Needs the job ID. Does not return the pages.`,
		form: formOf({ jobId }),
		simplifies: true,
		output: openObject({
			status: z.string().describe('scraping, completed, failed, or cancelled'),
			jobId: z.string(),
			completed: z.number().int().describe('Number of pages that are ready'),
			total: z.number().int().describe('Number of pages, excluding failed pages'),
			creditsUsed: z.number(),
			failure: z.string(),
			warning: z.string(),
			createdAt: z.string(),
			completedAt: z.string(),
			duration: z.number().describe('Seconds'),
			expiresAt: z.string(),
		}),
		toRequest: (values) => job.poll(values.jobId),
		toOutput: (answer, { simplify, sent: { jobId } }) => ({
			parts: [statusPart({ jobId, startFacts: {}, status: statusResponse(job, answer) }, simplify)],
		}),
	});
}

function* pageParts(
	pages: readonly JsonObject[],
	jobId: string,
	{ own, simplify }: OutputContext<{ own: PageOutputValues }>,
): Generator<OutputPart, void> {
	for (const page of pages) yield jobPagePart(page, jobId, own, simplify);
}

function getPagesOperation({ job, jobId }: PageJobForm) {
	const { name } = job;
	return defineOperation({
		action: `Get ${name} pages`,
		description: `Return the pages that a ${name} has already scraped, in order of completion`,
		toolDescription: `Gets the pages that a ${name} has already scraped. Needs the job ID. Also works while the ${name} is running. Returns up to 50 pages.`,
		form: formOf({ jobId, ...slice, ...downloads }, { failOnPageError }),
		simplifies: true,
		output: pageItem,
		toRequest: (values) => pagesRequest(job, values.jobId, toSlice(values)),
		execute: (request, client, { own }) => readPages(job, request, client, toSlice(own)),
		toOutput: (read, context) => ({
			parts: pageParts(read.pages, context.sent.jobId, context),
			notices: sliceNotices(job, read, toSlice(context.own), {
				...context,
				scrapeOptions: {},
			}),
		}),
	});
}

function getErrorsOperation({ job, jobId }: PageJobForm) {
	const { name } = job;
	return defineOperation({
		action: `Get ${name} errors`,
		description: `Return the pages that a ${name} could not scrape, with the reasons`,
		toolDescription: `Lists the pages that a ${name} could not scrape, with the reasons. Needs the job ID.`,
		form: formOf({ jobId }),
		simplifies: true,
		output: failedPageItem,
		toRequest: (values) => job.errors(values.jobId),
		toOutput(answer, { simplify, sent }) {
			const failed = failedPagesIn(answer);
			return {
				parts: simplify
					? failed.map((page) => ({ json: failedPageJson(page) }))
					: [{ json: { ...answer, jobId: sent.jobId } }],
				notices: noticesOf(failed.length === 0 && { text: `The ${name} has no failed pages` }),
			};
		},
	});
}

function cancelOperation({ job, jobId }: PageJobForm) {
	const { name } = job;
	return defineOperation({
		action: `Cancel ${name}`,
		description: `Cancel a ${name}. Pages that have already been scraped remain available. Succeeds even if the ${name} has already ended.`,
		toolDescription: `Cancels a ${name}. Needs the job ID. The pages that are ready can still be read. Does not change a ${name} that has already ended.`,
		form: formOf({ jobId }),
		output: openObject({
			success: z.boolean(),
			jobId: z.string(),
			status: z.string(),
			outcome: z.string().describe('cancelling or alreadyFinished'),
			message: z.string(),
		}),
		toRequest: (values) => job.cancel(values.jobId),
		execute: (request, client, { sent: { jobId: id } }) =>
			cancelJob({ kind: job, jobId: id, client }, request),
	});
}

/** Returns the operations for a job that was started earlier. */
export const pageJobOperations = (form: PageJobForm) => ({
	wait: waitOperation(form),
	get: getOperation(form),
	getPages: getPagesOperation(form),
	getErrors: getErrorsOperation(form),
	cancel: cancelOperation(form),
});
