import { randomUUID } from 'node:crypto';
import { failure } from '../answer';
import type { Document } from '../scrape/runScrape';
import type { Job } from './job';

const DEFAULT_LIMIT = 100;

export interface PageQuery {
	skip: number;
	limit: number | undefined;
}

/** Throws an internal error for a negative or non-numeric value. The public service responds with the same error. */
export function pageQueryOf({ searchParams }: URL): PageQuery {
	const skip = searchParams.get('skip');
	const limit = searchParams.get('limit');
	return {
		skip: skip === null ? 0 : countOf(skip),
		limit: limit === null ? undefined : countOf(limit),
	};
}

function countOf(text: string): number {
	const count = Number.parseInt(text, 10);
	if (count >= 0) return count;
	const error = `An error occurred. Please check your logs for more details. Error ID: ${randomUUID()}`;
	throw failure(500, error, { code: 'UNKNOWN_ERROR' });
}

export interface DocumentPage {
	documents: Document[];
	/** Number of finished web pages on this result page, including web pages without a document. */
	entries: number;
}

/** Returns at least one document, even if the document is larger than `maxBytes`. */
export function documentsOf(job: Job, query: PageQuery, maxBytes: number): DocumentPage {
	const { skip, limit = DEFAULT_LIMIT } = query;
	const documents: Document[] = [];
	let entries = 0;
	let size = 0;
	for (const { document, bytes } of job.done.slice(skip, skip + limit)) {
		size += bytes;
		if (document && documents.length > 0 && size > maxBytes) break;
		entries += 1;
		if (document) documents.push(document);
	}
	return { documents, entries };
}
