import { useBuiltNode } from '../support/useBuiltNode';
import { conformanceCases } from './cases';
import { runCases } from './runCases';

const { node, service } = useBuiltNode({ zeroDataRetention: true, agentRunMs: 1000 });

it('the local service accepts every case, with all fields and without unknown fields', async () => {
	const results = await runCases(conformanceCases, {
		...{ node, maxCredits: Infinity, baseUrl: service.url, apiKey: service.apiKey },
		page: `${service.url}/pages/product.html`,
		site: `${service.url}/site/`,
		pdf: `${service.url}/pages/report.pdf`,
	});
	const notable = results.filter(
		({ outcome, missing, unknown }) =>
			outcome !== 'accepted' || missing.length > 0 || unknown.length > 0,
	);
	expect(notable.map(({ input, why, missing, unknown }) => [input, why, missing, unknown])).toEqual(
		[
			['formats.question', '', ['data.answer'], []],
			['formats.highlights', '', ['data.highlights'], []],
		],
	);
	expect([
		service.monitors,
		service.browserSessions.filter(({ destroyedAt }) => !destroyedAt),
	]).toEqual([[], []]);
});
