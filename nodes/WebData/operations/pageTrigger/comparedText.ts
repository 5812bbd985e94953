import { fingerprint } from '../../api/http/idempotency';
import { isObject, type JsonObject } from '../../api/http/response';

export interface Ignored {
	ignoreDigits: boolean;
	ignoreLines: readonly string[];
}

/** Returns the Markdown without the parts that the comparison ignores. */
export function comparedText(markdown: string, { ignoreDigits, ignoreLines }: Ignored): string {
	const lines = markdown
		.split(/\r?\n/)
		.filter((line) => !ignoreLines.some((text) => line.includes(text)))
		.map((line) => line.trimEnd());
	const text = lines.join('\n').trim();
	return ignoreDigits ? text.replace(/\d+/g, '0') : text;
}

export const hashOf = (text: string): string => fingerprint({ text });

const sortDeep = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(sortDeep);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sortDeep(inner)]));
};

export interface TrackedValues {
	/** Hash of the current values of the tracked fields. Undefined if the service returned no difference. */
	hash?: string;
	/** Whether any tracked field's current value differs from its previous value. */
	differ: boolean;
}

const isPair = (value: unknown): value is { previous: unknown; current: unknown } =>
	isObject(value) && 'previous' in value && 'current' in value;

export function trackedValues(page: JsonObject): TrackedValues | undefined {
	const tracking = isObject(page.changeTracking) ? page.changeTracking : {};
	if (!isObject(tracking.json)) return undefined;
	const pairs = Object.entries(tracking.json);
	if (pairs.length === 0) return { differ: false };
	if (!pairs.every(([, value]) => isPair(value))) return undefined;
	const side = (name: 'previous' | 'current') =>
		fingerprint({
			values: sortDeep(pairs.map(([key, value]) => [key, (value as JsonObject)[name]])),
		});
	return { hash: side('current'), differ: side('previous') !== side('current') };
}
