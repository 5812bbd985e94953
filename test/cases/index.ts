import { rowsOf } from '../../nodes/WebData/errors/failure';
import { failureOfRow } from '../../nodes/WebData/errors/row';
import type { JsonObject } from '../../nodes/WebData/json/json';
import type { Operation } from '../../nodes/WebData/operation/operation';
import { resources } from '../../nodes/WebData/resources';
import { account } from './account';
import { agent } from './agent';
import { batchScrape } from './batchScrape';
import { browserSession } from './browserSession';
import { catalog } from './catalog';
import { crawl } from './crawl';
import { map } from './map';
import { monitor } from './monitor';
import type { OperationCase, ResourceCases } from './operationCase';
import { parse } from './parse';
import { type RouteName, routes } from './routes';
import { commonRows, type Texts } from './rows';
import { scrape } from './scrape';
import { search } from './search';

export type { Existing, OperationCase } from './operationCase';
export type { Texts } from './rows';

export interface NamedCase extends OperationCase {
	resource: string;
	operation: string;
	/** Resource and operation, such as `crawl.run`. */
	name: string;
}

const byResource: Record<string, ResourceCases> = {
	...{ scrape, search, map, parse, crawl, batchScrape, agent, catalog, monitor },
	...{ browserSession, account },
};

/** One case for each operation of the node. */
export const cases: readonly NamedCase[] = Object.entries(byResource).flatMap(
	([resource, operationCases]) =>
		Object.entries(operationCases).map(([operation, each]) => ({
			...{ resource, operation, name: `${resource}.${operation}` },
			...each,
		})),
);

export function caseOf(name: string): NamedCase {
	const operationCase = cases.find((each) => each.name === name);
	if (operationCase === undefined) throw new Error(`There is no case for ${name}`);
	return operationCase;
}

/** All operations of the node, with their names. */
export const operations = resources.flatMap((resource) =>
	resource.operations.map((operation): [string, Operation] => [
		`${resource.value}.${operation.value}`,
		operation,
	]),
);

/** Returns the error texts of an operation after a request with the body `sent`. The keys are error IDs. */
export function rowsFor(name: string, sent?: JsonObject): Record<string, Texts> {
	const { resource, route = resource as RouteName, rows, never = [] } = caseOf(name);
	const reaching = rowsOf(routes[route].errors).filter(({ id }) => !never.includes(id));
	return {
		...Object.fromEntries(
			reaching.map((row) => [row.id, { ...row, ...failureOfRow(row, undefined, sent) }]),
		),
		...commonRows,
		...rows,
	};
}
