// The planned course of a batch scrape or a crawl. A test sets the plan for the next job;
// otherwise, the default plan applies.
import { closedObject, flag, integer, list, openObject, text } from '../schemas/parts';
import { compileCheck } from '../schemas/validate';

export interface PagePlan {
	/** An exact URL, or a URL prefix that ends with `*`. */
	url: string;
	/** Time that reading the page takes, in milliseconds. */
	ms?: number;
	/** Error with which the page fails. The page is not fetched. */
	error?: { code?: string; error?: string };
	/** Whether the page counts as completed although its document is missing. */
	isMissing?: boolean;
}

export interface JobPlan {
	/** Time that reading each page takes, in milliseconds. */
	pageMs?: number;
	/** Milliseconds between the last page and the end of the job. */
	finishMs?: number;
	/** Plans for individual pages. The first matching entry applies. */
	pages?: PagePlan[];
	/**
	 * Statuses that are reported instead of `scraping`, one per poll. The last status is repeated.
	 */
	statuses?: string[];
	/** Status that is reported instead of `completed` after the job has ended. */
	endStatus?: string;
	/** Whether the job keeps the status `scraping` after all pages have finished. */
	neverEnds?: boolean;
	/** Whether every result page contains `next`, so that the pages never end. */
	endlessNext?: boolean;
	/** Origin of `next`. By default, the origin of the request. */
	nextOrigin?: string;
	/** Error with which the job fails when it starts. */
	kickoffError?: string;
	/** Fields that are merged into every status response. null removes a key. */
	patch?: Record<string, unknown>;
}

const pagePlan = closedObject(
	{
		url: text,
		ms: integer(0),
		error: closedObject({ code: text, error: text }),
		isMissing: flag,
	},
	['url'],
);

const checkPlans = compileCheck(
	list(
		closedObject({
			pageMs: integer(0),
			finishMs: integer(0),
			pages: list(pagePlan),
			statuses: list(text, { minItems: 1 }),
			endStatus: text,
			neverEnds: flag,
			endlessNext: flag,
			nextOrigin: text,
			kickoffError: text,
			patch: openObject,
		}),
	),
);

export function checkedJobPlans(plans: unknown): JobPlan[] {
	const [issue] = checkPlans(plans);
	if (issue) throw new Error(`Jobs: ${issue.path.join('.')} ${issue.message}`);
	return plans as JobPlan[];
}

export function pagePlanFor(plan: JobPlan, url: string): PagePlan | undefined {
	return plan.pages?.find(({ url: pattern }) =>
		pattern.endsWith('*') ? url.startsWith(pattern.slice(0, -1)) : url === pattern,
	);
}
