import { operations } from '../support/errorsByOperation';
import { useBuiltNode } from '../support/useBuiltNode';
import { conformanceCases, type ConformanceCase } from './cases';
import { totalsLine, tableOf } from './report';
import { runCases } from './runCases';

const { node, service } = useBuiltNode({ zeroDataRetention: true, agentRunMs: 1000 });

const run = (selected: readonly ConformanceCase[], maxCredits = Infinity) =>
	runCases(selected, {
		...{ node, maxCredits, baseUrl: service.url, apiKey: service.apiKey },
		pages: {
			page: `${service.url}/pages/product.html`,
			pdf: `${service.url}/pages/report.pdf`,
		},
	});

const scrapes = conformanceCases.filter(({ operation }) => operation === 'scrape.scrape');

it('every operation has a case', () => {
	const tested = new Set(conformanceCases.map(({ operation }) => operation));
	expect(operations.map(([name]) => name).filter((name) => !tested.has(name))).toEqual([]);
});

it('the local service accepts every case, with all fields and without unknown fields', async () => {
	const results = await run(conformanceCases);
	const notable = results.filter(
		({ outcome, missing, unknown }) =>
			outcome !== 'accepted' || missing.length > 0 || unknown.length > 0,
	);
	expect(notable.map(({ input, missing }) => [input, missing])).toEqual([
		['formats.question', ['answer']],
		['formats.highlights', ['highlights']],
		['formats.query', ['answer']],
	]);
});

describe('a refusal', () => {
	it('is reported with its status, code, and fields', async () => {
		const scrape = conformanceCases.find(({ operation }) => operation === 'scrape.scrape');
		const options = { additionalBodyFields: '{"nope":1}' };
		const bad = {
			...scrape,
			parameters: () => ({ url: `${service.url}/pages/product.html`, options }),
		};
		const [result] = await run([bad as ConformanceCase]);
		expect(result).toMatchObject({
			outcome: 'refused',
			why: expect.stringContaining('400 BAD_REQUEST') as string,
			isUnmatched: false,
		});
	});
});

it('cases that could exceed the credit limit are left out', async () => {
	const results = await run(scrapes.slice(0, 3), 10);
	expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'overLimit']);
	expect(tableOf(results).split('\n')).toHaveLength(2 + 2);
	expect(totalsLine(results)).toContain('1 skipped because of the credit limit');
});

it('the credits of an agent run count once against the limit, not again with its status', async () => {
	const agentRuns = conformanceCases.filter(({ operation }) => operation.startsWith('agent.'));
	const [plainPage] = scrapes;
	const results = await run([...agentRuns, plainPage as ConformanceCase], 69);
	expect(results.map(({ outcome }) => outcome)).not.toContain('overLimit');
});
