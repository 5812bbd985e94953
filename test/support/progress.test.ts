import { withProgress } from './progress';

const output = (isTTY: boolean) => {
	const written: string[] = [];
	const write = (text: string): boolean => written.push(text) > 0;
	return { written, stream: { write, isTTY, columns: 20 } as never };
};

describe('withProgress', () => {
	it('writes whole lines where the output is not a terminal', async () => {
		const { written, stream } = output(false);
		const step = { title: 'Installing', run: () => Promise.resolve(7) };
		expect(await withProgress(step, stream)).toBe(7);
		expect(written).toEqual(['[   0 s] Installing\n', '[   0 s] Installing: done\n']);
	});

	it('updates one line on a terminal, cut to its width', async () => {
		const { written, stream } = output(true);
		await withProgress({ title: 'Installing', run: () => Promise.resolve() }, stream);
		expect(written.join('')).toBe('\r\u001b[K[   0 s] Installing\r\u001b[K[   0 s] Installing\n');
	});

	it('ends the line on a terminal when the step fails', async () => {
		const { written, stream } = output(true);
		const run = () => Promise.reject(new Error('no disk'));
		await expect(withProgress({ title: 'Installing', run }, stream)).rejects.toThrow('no disk');
		expect(written.at(-1)).toBe('\n');
	});
});
