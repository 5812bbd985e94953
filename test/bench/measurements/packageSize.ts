import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Measurement } from '../measurement';
import { packageFolder } from '../worker';

const KB = 1000;

/** Output of `npm pack --json`: a list in npm 11 and earlier, or an object with package names as keys in npm 12. */
type Report = Record<string, { size: number; unpackedSize: number }>;

export const packageSize: Measurement = {
	name: 'packageSize',
	about: 'The package as packed by `npm pack`.',
	measure: async () => {
		const command = ['pack', '--dry-run', '--ignore-scripts', '--json', '--loglevel=error'];
		const { stdout } = await promisify(execFile)('npm', command, { cwd: packageFolder });
		const [packed] = Object.values(JSON.parse(stdout) as Report);
		if (!packed) throw new Error(`npm pack made nothing: ${stdout}`);
		return [
			{
				name: 'package size, packed',
				values: [packed.size / KB],
				unit: 'KB',
				digits: 0,
				target: { most: 400 },
			},
			{
				name: 'package size, unpacked',
				values: [packed.unpackedSize / KB],
				unit: 'KB',
				digits: 0,
			},
		];
	},
};
