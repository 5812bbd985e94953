import { bringHttpRequest, bringNode, type BenchAccount } from '../contestants';
import { eachRound, withProcesses, type Bench, type Measurement } from '../measurement';
import { openN8n, type BenchN8n, type Play } from '../n8nProcess';
import { benchPageUrl } from '../workers/serve';

const COUNT = 20;
const ANSWER_BYTES = 5_000_000;
const ANSWERS_MB = (COUNT * ANSWER_BYTES) / 1_000_000;
const WARM_UP = 50;

type Bring = (n8n: BenchN8n, name: string, account: BenchAccount) => Promise<Play>;

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ url: benchPageUrl(index) }));

async function growth(bench: Bench, bring: Bring, small: string, large: string): Promise<number> {
	const n8n = await openN8n(bench);
	try {
		const warmUp = await bring(n8n, 'small', { baseUrl: small, apiKey: 'small' });
		const play = await bring(n8n, 'large', { baseUrl: large, apiKey: 'large' });
		await warmUp(items(WARM_UP));
		return (await play(items(COUNT))).growth;
	} finally {
		await n8n.stop();
	}
}

export const answersMemory: Measurement = {
	name: 'answersMemory',
	about: `${COUNT} responses of 5 MB in n8n. Executions are not saved, and both nodes have default settings.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service }) => {
			const { http: small } = await service();
			const { http: large } = await service({ answerBytes: ANSWER_BYTES });
			const rounds = await eachRound(bench, async () => ({
				node: await growth(bench, bringNode, small, large),
				httpRequest: await growth(bench, bringHttpRequest, small, large),
			}));
			return [
				{
					name: 'n8n, memory growth relative to the response size',
					values: rounds.map(({ node }) => node / ANSWERS_MB),
					unit: '×',
					target: { most: 2 },
				},
				{
					name: 'n8n, memory growth relative to the response size, HTTP Request node',
					values: rounds.map(({ httpRequest }) => httpRequest / ANSWERS_MB),
					unit: '×',
				},
			];
		}),
};
