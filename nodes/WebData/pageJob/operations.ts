import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { cancelJob, cancelRequestOf } from '../client/jobs/end';
import { failedPagesIn } from '../client/jobs/failedPages';
import { followJob } from '../client/jobs/follow';
import { firstQuery, type PageJob, readPages } from '../client/jobs/pages';
import { propertiesOf } from '../form/form';
import { optionsField } from '../form/shared';
import { openObject, type uuidInPath } from '../form/values';
import {
	followSettings,
	jobWaitValues,
	MAX_PARALLEL_JOBS,
	waitFields,
	waitOptions,
} from '../operation/jobWait';
import { defineOperation, type Operation } from '../operation/operation';
import { downloadFields, failOnPageErrorField, pageOutputValues } from '../page/output';
import {
	failedPagesField,
	type FailedPagesMode,
	failedPagesValue,
	sliceFields,
	sliceValues,
	toSlice,
} from './form';
import { creditNotices, pageJobNotices, sliceNotices } from './notices';
import {
	failedPageItem,
	failedPageJson,
	jobPagePart,
	pageItem,
	pageJobParts,
	pagesIn,
	statusItem,
	statusPart,
} from './output';

export interface PageJobForm {
	job: PageJob;
	jobIdField: INodeProperties;
	jobId: ReturnType<typeof uuidInPath>;
	failedPages: FailedPagesMode;
}

export function waitOperation({ job, jobIdField, jobId, failedPages }: PageJobForm): Operation {
	const { name } = job;
	return defineOperation({
		value: 'wait',
		name: 'Wait',
		action: `Wait for ${name}`,
		description: `Poll a ${name} until it ends, and return its pages`,
		toolDescription: `Waits until a ${name} that was started earlier has ended, which can take minutes, and returns its pages. Needs the job ID.`,
		fields: [
			jobIdField,
			...propertiesOf(waitFields(name, 'pages')),
			failedPagesField(name, failedPages),
			...downloadFields,
			optionsField([...propertiesOf(waitOptions(name)), failOnPageErrorField]),
		],
		simplifies: true,
		output: pageItem,
		maxParallel: MAX_PARALLEL_JOBS,
		input: z
			.object({ jobId, ...jobWaitValues, ...pageOutputValues, ...failedPagesValue(failedPages) })
			.strict(),
		toRequest: (values) => job.poll(values.jobId),
		execute: (_request, session, values) =>
			followJob(job, values.jobId, session, followSettings(values)),
		toParts: (response, { simplify }, values) => pageJobParts(job, response, values, simplify),
		notices: (response, values, nowMs) =>
			pageJobNotices(job, response, values.failedPages, { values, nowMs }),
	});
}

export function getOperation({ job, jobIdField, jobId }: PageJobForm): Operation {
	const { name } = job;
	return defineOperation({
		value: 'get',
		name: 'Get',
		action: `Get ${name}`,
		description: `Return the status of a ${name}, without its pages`,
		toolDescription: `Gets the status of a ${name} ('scraping', 'completed', 'failed', or 'cancelled') and the number of pages that are ready. Needs the job ID. Does not return the pages.`,
		fields: [jobIdField],
		simplifies: true,
		output: statusItem,
		input: z.object({ jobId }).strict(),
		toRequest: (values) => job.poll(values.jobId),
		toParts: (response, { simplify }, values) => [
			statusPart(job, { ...response, jobId: values.jobId }, simplify),
		],
		notices: (response) => creditNotices(response),
	});
}

export function getPagesOperation({ job, jobIdField, jobId }: PageJobForm): Operation {
	const { name } = job;
	return defineOperation({
		value: 'getPages',
		name: 'Get Pages',
		action: `Get ${name} pages`,
		description: `Return the pages that a ${name} has already scraped, in order of completion`,
		toolDescription: `Gets the pages that a ${name} has already scraped. Needs the job ID. Also works while the ${name} is running. Returns up to 50 pages.`,
		fields: [jobIdField, ...sliceFields, ...downloadFields, optionsField([failOnPageErrorField])],
		simplifies: true,
		output: pageItem,
		input: z.object({ jobId, ...sliceValues, ...pageOutputValues }).strict(),
		toRequest: (values) => ({ ...job.pages(values.jobId), query: firstQuery(toSlice(values)) }),
		execute: (_request, session, values) => readPages(job, values.jobId, session, toSlice(values)),
		toParts: (response, { simplify }, values) =>
			pagesIn(response).map((page) => jobPagePart(page, values.jobId, values, simplify)),
		notices: (response, values, nowMs) =>
			sliceNotices(job, response, toSlice(values), { values, nowMs }),
	});
}

export function getErrorsOperation({ job, jobIdField, jobId }: PageJobForm): Operation {
	const { name } = job;
	return defineOperation({
		value: 'getErrors',
		name: 'Get Errors',
		action: `Get ${name} errors`,
		description: `Return the pages that a ${name} could not scrape, with the reasons`,
		toolDescription: `Lists the pages that a ${name} could not scrape, with the reasons. Needs the job ID.`,
		fields: [jobIdField],
		simplifies: true,
		output: failedPageItem,
		input: z.object({ jobId }).strict(),
		toRequest: (values) => job.errors(values.jobId),
		toParts: (response, { simplify }, values) =>
			simplify
				? failedPagesIn(response).map((page) => ({ json: failedPageJson(page) }))
				: [{ json: { ...response, jobId: values.jobId } }],
		notices: (response) =>
			failedPagesIn(response).length === 0
				? [{ kind: 'noErrors', text: `The ${name} has no failed pages` }]
				: [],
	});
}

export function cancelOperation({ job, jobIdField, jobId }: PageJobForm): Operation {
	const { name } = job;
	return defineOperation({
		value: 'cancel',
		name: 'Cancel',
		action: `Cancel ${name}`,
		description: `End a ${name}. Pages that have already been scraped remain available. Succeeds even if the ${name} has already ended.`,
		toolDescription: `Cancels a ${name}. Needs the job ID. The pages that are ready can still be read. Does not change a ${name} that has already ended.`,
		fields: [jobIdField],
		output: openObject({
			success: z.boolean(),
			jobId: z.string(),
			status: z.string(),
			outcome: z.string().describe('cancelling or alreadyFinished'),
			message: z.string(),
		}),
		input: z.object({ jobId }).strict(),
		toRequest: (values) => cancelRequestOf(job, values.jobId),
		execute: (_request, session, values) => cancelJob(job, values.jobId, session),
	});
}
