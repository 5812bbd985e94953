import type { StartedJob } from '../client/jobs/job';
import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';

export interface Notice {
	/** Notices of the same kind are merged into one hint. */
	kind: string;
	/** A sentence without its final period. The duration in `ms` replaces `{time}`. */
	text: string;
	ms?: number;
	/** Advice to the user. `{name}` is a placeholder for the label of a form field. */
	advice?: string;
	/** Whether the editor shows the hint as a warning. */
	warns?: boolean;
	/** Index of the item that the notice belongs to. By default, the notice belongs to the whole request. */
	item?: number;
}

/** Returns the notices that apply. */
export const noticesOf = (...notices: readonly (Notice | false | undefined)[]): Notice[] =>
	notices.filter((notice) => notice !== false && notice !== undefined);

interface FileTarget {
	field: string;
	/** Path in the item's JSON to the content or link of the file. */
	at?: readonly (string | number)[];
}

export interface FileContent extends FileTarget {
	content: Buffer;
	fileName: string;
	mimeType: string;
}

export interface FileLink extends FileTarget {
	url: string;
	/** Defaults that apply if neither the server nor the URL provides a name or MIME type. The name has no extension. */
	fallback: { name: string; mimeType: string };
}

export type OutputFile = FileContent | FileLink;

/** One output item, or the failure of one part of a request. */
export type OutputPart = {
	/** Indexes of the input items among the items of the request. Defaults to the first item. */
	item?: number | readonly number[];
} & ({ json: JsonObject; files?: OutputFile[] } | { failure: Failure });

export interface Output {
	/** Creates each part only when it is read, so that the caller can pause between the parts of a large response. */
	parts: Iterable<OutputPart>;
	notices?: readonly Notice[];
}

/** Returns the response to a start request as one item. */
export const startedOutput = ({ response, jobId }: StartedJob): Output => ({
	parts: [{ json: { ...response, jobId } }],
});

export interface OutputOptions {
	simplify: boolean;
	requestId?: string;
	nowMs: number;
}
