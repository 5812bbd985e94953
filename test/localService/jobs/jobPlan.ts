import { closedObject, flag, integer, list, openObject, text } from '../schemas/parts';
import { compileCheck } from '../schemas/validate';

export interface PagePlan {
	/** An exact URL, or a URL prefix that ends with `*`. */
	url: string;
	ms?: number;
	error?: { code?: string; error?: string };
	/** Whether the page is completed without a document. */
	isMissing?: boolean;
}

export interface JobPlan {
	pageMs?: number;
	/** Milliseconds between the completion of the last page and the end of the job. */
	finishMs?: number;
	/** For each page, the first matching plan applies. */
	pages?: PagePlan[];
	/** Statuses that replace `scraping`, one per poll. The last status repeats. */
	statuses?: string[];
	endStatus?: string;
	/** Whether the job keeps the status `scraping` after all pages have finished. */
	neverEnds?: boolean;
	/** Whether every result page links to a next page. */
	endlessNext?: boolean;
	/** Origin of the URL in `next`. By default, the origin to which the client sent the request. */
	nextOrigin?: string;
	kickoffError?: string;
	/** Merged into every status response. A null value removes a field. */
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
