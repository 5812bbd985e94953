// Fields of a scrape that exclude each other, and that no field alone can be blamed for.

import type { ContractIssue } from '../schema/issues';
import type { ScrapeRequest } from './scrapeRequest';

/** Specification: Scrape options, `lockdown`: "Lockdown requests count as zero data retention." */
const retentionFields = ['zeroDataRetention', 'lockdown'] as const;

/**
 * Specification: `domainTools` "requires […] no zero data retention (403 otherwise)", `onlyCleanContent` is
 * "unsupported on zero-data-retention requests".
 */
const unsupportedFields = ['domainTools', 'onlyCleanContent'] as const;

export type ConflictingFields = Pick<
	ScrapeRequest,
	(typeof retentionFields)[number] | (typeof unsupportedFields)[number]
>;

/** What the service would refuse for nothing but two switches that are both on. Messages name the other one as `{name}`. */
export const findConflicts = (values: ConflictingFields): ContractIssue[] =>
	unsupportedFields
		.filter((name) => values[name] === true)
		.flatMap((name) =>
			retentionFields
				.filter((other) => values[other] === true)
				.map((other) => ({ path: [name], message: `cannot be on together with {${other}}` })),
		);
