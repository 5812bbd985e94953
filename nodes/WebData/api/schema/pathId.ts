// Ids whose form the specification leaves open: it speaks of ids that exist and of malformed ones, not of UUIDs. People paste them with whatever surrounds them.

import { uuidIn } from './uuid';

/** What a path takes as it is. */
const shape = /^[A-Za-z0-9._~-]{1,200}$/;

/** To a URL they are steps and no names. */
const steps: ReadonlySet<string> = new Set(['.', '..']);

/** A UUID with nothing but punctuation around it is meant alone; one that is part of a longer id is not taken out of it. */
function idOf(segment: string): string | undefined {
	const uuid = uuidIn(segment, '');
	const around = uuid === undefined ? segment : segment.toLowerCase().replace(uuid, '');
	if (uuid !== undefined && !/[a-z0-9]/.test(around)) return uuid;
	return shape.test(segment) && !steps.has(segment) ? segment : undefined;
}

/**
 * The id in a text: the text itself without spaces and quotes, else what follows `/${after}/` in a URL, else
 * the only UUID there is, in lower case. None where there is nothing of the kind, or a choice of several.
 */
export function pathIdIn(text: string, after: string): string | undefined {
	const whole = idOf(text.trim().replace(/^["'`]|["'`]$/g, ''));
	if (whole !== undefined) return whole;
	const placed = new RegExp(`/${after}/([^/?#\\s"'\`]+)`, 'i').exec(text)?.[1];
	return placed === undefined ? uuidIn(text, after) : (idOf(placed) ?? uuidIn(placed, after));
}
