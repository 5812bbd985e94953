import { AnswerError } from '../answer';
import { scrapePage } from '../scrape/runScrape';
import type { ServiceState } from '../state';
import type { Job, PageResult, QueuedPage } from './job';
import { pagePlanFor } from './jobPlan';

const ALL_FAILED = 'All scraping engines failed to retrieve content from this URL.';

export async function readJobPage(
	job: Job,
	page: QueuedPage,
	state: ServiceState,
): Promise<PageResult> {
	const planned = pagePlanFor(job.plan, page.url)?.error;
	if (planned) {
		return {
			code: planned.code ?? 'SCRAPE_ALL_ENGINES_FAILED',
			error: planned.error ?? ALL_FAILED,
		};
	}
	try {
		return await scrapePage({ ...page.options, url: page.url }, state);
	} catch (error) {
		if (error instanceof AnswerError) return failureOf(error);
		throw error;
	}
}

function failureOf({ answer }: AnswerError): PageResult {
	const { code, error } = JSON.parse(answer.body.toString()) as { code?: string; error: string };
	if (code === 'SCRAPE_TIMEOUT') return { code, error: 'Scrape timed out' };
	return { code: code ?? 'UNKNOWN_ERROR', error };
}
