import { useBuiltNode } from '../support/useBuiltNode';
import { conformanceCases, type ConformanceCase } from './cases';
import { runCases } from './runCases';

const { node, service } = useBuiltNode({ zeroDataRetention: true, agentRunMs: 1000 });

const run = (selected: readonly ConformanceCase[], maxCredits = Infinity) =>
	runCases(selected, {
		...{ node, maxCredits, baseUrl: service.url, apiKey: service.apiKey },
		page: `${service.url}/pages/product.html`,
		site: `${service.url}/site/`,
		pdf: `${service.url}/pages/report.pdf`,
	});

const [plain, ...others] = conformanceCases.filter(({ name }) => name === 'scrape.scrape');
const plainPage = plain as ConformanceCase;

it('the local service accepts every case, with all fields and without unknown fields', async () => {
	const results = await run(conformanceCases);
	const notable = results.filter(
		({ outcome, missing, unknown }) =>
			outcome !== 'accepted' || missing.length > 0 || unknown.length > 0,
	);
	expect(notable.map(({ input, why, missing, unknown }) => [input, why, missing, unknown])).toEqual(
		[
			['formats.question', '', ['data.answer'], []],
			['formats.highlights', '', ['data.highlights'], []],
			['formats.query', '', ['data.answer'], []],
		],
	);
	expect([
		service.monitors,
		service.browserSessions.filter(({ destroyedAt }) => !destroyedAt),
	]).toEqual([[], []]);
});

it('a refusal is reported with its status, code, and fields', async () => {
	const options = { additionalBodyFields: '{"nope":1}' };
	const parameters: ConformanceCase['parameters'] = ({ page }) => ({ url: page, options });
	const [result] = await run([{ ...plainPage, parameters }]);
	expect(result).toMatchObject({
		outcome: 'refused',
		why: expect.stringContaining('400 BAD_REQUEST') as string,
		isUnmatched: false,
	});
});

it('cases that could exceed the credit limit are left out', async () => {
	const results = await run(others.slice(0, 3), 10);
	expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'overLimit']);
});

it('the credits of an agent run count once against the limit, not again with its status', async () => {
	const runs = conformanceCases.filter(({ resource }) => resource === 'agent');
	const results = await run([...runs, plainPage], 82);
	expect(results.map(({ outcome }) => outcome)).not.toContain('overLimit');
});
