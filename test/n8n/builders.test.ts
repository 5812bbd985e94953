import type { Facts } from './builderFacts';
import { readFacts } from './builders';
import { SET_UP_TIMEOUT_MS } from './setup';

/** Tokens of the type definition that n8n's builders give a model. */
const MAX_TOKENS = 60_000;

describe("n8n's workflow builders", () => {
	let facts: Facts;
	beforeAll(async () => {
		[facts = facts] = await readFacts(['n8n-nodes-web-data.webData']);
	}, SET_UP_TIMEOUT_MS);

	it('read the description of each operation with this operation, and no others', () => {
		expect(facts).toMatchObject({ operations: 53, mixedUp: [], invented: [] });
	});

	it('read a definition within its budget', () => {
		expect(facts.tokens).toBeLessThanOrEqual(MAX_TOKENS);
	});

	it('let a model fill the required fields of each tool, except the catalog tool, which the user selects', () => {
		expect(facts.refused).toEqual(['catalog.call']);
	});
});
