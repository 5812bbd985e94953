// Fields of a scrape that exclude each other, and that no field alone can be blamed for.

import type { ContractIssue } from './issues';
import type { ScrapeRequest } from './scrape';

/** Specification: Scrape options, `lockdown`: "Lockdown requests count as zero data retention." */
const keepNothing = ['zeroDataRetention', 'lockdown'] as const;

/**
 * Specification: `domainTools` "requires […] no zero data retention (403 otherwise)", `onlyCleanContent` is
 * "unsupported on zero-data-retention requests".
 */
const refusedThen = ['domainTools', 'onlyCleanContent'] as const;

type Switches = Pick<ScrapeRequest, (typeof keepNothing)[number] | (typeof refusedThen)[number]>;

/** What the service would refuse for nothing but two switches that are both on. Messages name the other one as `{name}`. */
export const conflictsOf = (asked: Switches): ContractIssue[] =>
	refusedThen
		.filter((name) => asked[name] === true)
		.flatMap((name) =>
			keepNothing
				.filter((other) => asked[other] === true)
				.map((other) => ({ path: [name], message: `cannot be on together with {${other}}` })),
		);
