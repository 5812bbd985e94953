// The planned course of a batch or a crawl: set by a test for the next job, otherwise the default.
import { closedObject, flag, integer, list, openObject, text } from '../schemas/parts';
import { compileCheck } from '../schemas/validate';

export interface PagePlan {
	/** Exact, or a prefix that ends with `*`. */
	url: string;
	/** Milliseconds that the page takes. */
	ms?: number;
	/** The page fails with this error, without being fetched. */
	error?: { code?: string; error?: string };
	/** The page counts as completed, but its document is missing. */
	isMissing?: boolean;
}

export interface JobPlan {
	/** Milliseconds that each page takes. */
	pageMs?: number;
	/** Milliseconds between the last page and the end of the job. */
	finishMs?: number;
	/** The first entry that matches a page applies to it. */
	pages?: PagePlan[];
	/** Reported instead of `scraping`, one per poll; the last one stays. */
	statuses?: string[];
	/** Reported instead of `completed` after the end. */
	endStatus?: string;
	/** The job never ends: its status stays `scraping` when all pages are done. */
	neverEnds?: boolean;
	/** `next` is present on every page, without an end. */
	endlessNext?: boolean;
	/** The origin of `next`, instead of that of the request. */
	nextOrigin?: string;
	/** The job fails at its start with this error. */
	kickoffError?: string;
	/** Merged into every status response; null removes a key. */
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
