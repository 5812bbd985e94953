import { bringNode } from '../contestants';
import { figure } from '../figure';
import { eachRound, withProcesses, type Bench, type Measurement } from '../measurement';
import { openN8n, type WorkflowRun } from '../n8nProcess';
import { benchItems } from '../workers/serve';

const COUNT = 100;
const FILE_BYTES = 20_000_000;
const WARM_UP = 4;

const parameters = { formats: { format: [{ type: 'screenshot' }] }, downloadFiles: true };

async function run(bench: Bench, baseUrl: string): Promise<WorkflowRun> {
	const n8n = await openN8n(bench, { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	try {
		const play = await bringNode(n8n, 'files', { baseUrl, apiKey: 'key' }, parameters);
		await play(benchItems(WARM_UP));
		return await play(benchItems(COUNT), { watched: true });
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
			const of = (field: keyof WorkflowRun, divisor = 1) =>
				rounds.map((round) => round[field] / divisor);
			return [
				figure('n8n, memory growth, files', of('growth'), 'MB', { most: 100, digits: 0 }),
				figure('n8n, duration of all files', of('wallMs', 1000), 's', { digits: 1 }),
				figure('n8n, longest health check, files', of('silenceMs'), 'ms', { digits: 0 }),
			];
		}),
};
