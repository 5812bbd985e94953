import { bringNode } from '../contestants';
import { eachRound, withProcesses, type Bench, type Measurement } from '../measurement';
import { openN8n, type WorkflowRun } from '../n8nProcess';
import { benchPageUrl } from '../workers/serve';

const COUNT = 100;
const FILE_BYTES = 20_000_000;
const WARM_UP = 4;

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ url: benchPageUrl(index) }));

const parameters = { formats: { format: [{ type: 'screenshot' }] }, downloadFiles: true };

async function run(bench: Bench, baseUrl: string): Promise<WorkflowRun> {
	const n8n = await openN8n(bench, { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	try {
		const play = await bringNode(n8n, 'files', { baseUrl, apiKey: 'key' }, parameters);
		await play(items(WARM_UP));
		return await play(items(COUNT), { watched: true });
	} finally {
		await n8n.stop();
	}
}

export const files: Measurement = {
	name: 'files',
	about: `${COUNT} files of 20 MB, downloaded in n8n to disk (\`N8N_DEFAULT_BINARY_DATA_MODE=filesystem\`), 4 at a time.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service }) => {
			const served = await service({ answerBytes: 1000, fileBytes: FILE_BYTES });
			const rounds = await eachRound(bench, async () => {
				const measured = await run(bench, served.http);
				const { files: given } = await served.take('key');
				if (given !== COUNT + WARM_UP) throw new Error(`${given} files were asked for`);
				return measured;
			});
			return [
				{
					name: 'n8n, memory growth, files',
					values: rounds.map(({ growth }) => growth),
					unit: 'MB',
					digits: 0,
					target: { most: 100 },
				},
				{
					name: 'n8n, duration of all files',
					values: rounds.map(({ wallMs }) => wallMs / 1000),
					unit: 's',
					digits: 1,
				},
				{
					name: 'n8n, longest health check, files',
					values: rounds.map(({ silenceMs }) => silenceMs),
					unit: 'ms',
					digits: 0,
				},
			];
		}),
};
