import { z } from 'zod';
import type { Endpoint } from '../errors/errorRow';
import { interactServiceRows } from '../errors/rows/interact';
import { requestRows } from '../errors/rows/scrape';
import { nonBlank, textUpTo, uuidInPath, wholeNumber } from '../schema/values';

const { scrapeNotReplayable, interactionFailed, ...interactErrors } = interactServiceRows;

export const interactEndpoint: Endpoint = { errors: Object.values(interactServiceRows) };

export const stopInteractEndpoint: Endpoint = {
	errors: Object.values(interactErrors),
	credits: ['creditsBilled'],
};

export const storedScrapeEndpoint: Endpoint = {
	errors: [
		interactServiceRows.invalidScrapeId,
		interactServiceRows.scrapeNotFound,
		requestRows.needsRetention,
	],
};

/** The live API returns 400 for an ID that is not a UUID. */
const scrapeId = uuidInPath('a scrape', 'scrape');

/**
 * Body of an interaction request, and the scrape ID for the path. The specification does not document these fields. The
 * fields were observed in the live API.
 */
export const interactRequest = z
	.object({
		scrapeId,
		prompt: textUpTo(10_000).optional(),
		code: textUpTo(100_000).optional(),
		language: z.enum(['node', 'python', 'bash']).optional(),
		timeout: wholeNumber.min(1).max(300).optional(),
		existingSessionId: nonBlank.optional(),
	})
	.strict();

export const storedScrapeRequest = z.object({ scrapeId }).strict();

export const stopInteractRequest = z.object({ scrapeId }).strict();
