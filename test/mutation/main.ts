// Changes one place of the product at a time, and reports the first test that fails. Run it in a clean checkout.
// Usage: tsx test/mutation/main.ts [--count 100] [--seed 30] [--from 0] [--to 100] [--mutants FILE] [--out FILE]
//   [--list] [--unit]. A run with the same --out continues where the last one stopped.
import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { draw, filesIn, isSame, type Mutant, read, relocated } from './mutants';

/** Tests of texts, and tests that need a build, a service, or another adapter. */
const notUnit = [
	/^test\/[^/]+$/,
	/^test\/(bench|cases|compat|conformance|docs|examples|faults|language|localService|mutation)\//,
	/^test\/(n8n|node|queue|release|saved|scan|simulation)\//,
	/\/(errorRows|fields|guidelines|labels|phrases|remedies|texts?)\.test\.ts$/,
	/^test\/(host\/output\/errors|transport\/n8nRequest\/proxy)\.test\.ts$/,
];
const onlyInCloud = /\/n8nRequest\/|adapter\.cloud/;
const cloudTests = /^test\/(transport\/(contract|exchanges|n8nRequest)|host\/network\/egress)/;
const MINUTE = 60_000;

const { values: options } = parseArgs({
	options: {
		count: { type: 'string', default: '100' },
		seed: { type: 'string', default: '30' },
		from: { type: 'string', default: '0' },
		to: { type: 'string' },
		mutants: { type: 'string' },
		out: { type: 'string', default: 'build/mutants.jsonl' },
		list: { type: 'boolean', default: false },
		unit: { type: 'boolean', default: false },
	},
});

function importsOf(file: string): string[] {
	const text = read(file).replace(/^(import|export) type [^;]*;/gm, '');
	return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
		const path = join(dirname(file), fileName.replace(/\.js$/, ''));
		return ['.ts', '/index.ts', '.cloud.ts'].map((end) => path + end).filter(existsSync);
	});
}

function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
	if (reached.has(file)) return reached;
	reached.add(file);
	for (const target of importsOf(file)) reachedFrom(target, reached);
	return reached;
}

/** Tests of the unit folders that read the built package. */
const usesBuild = (test: string): boolean =>
	/builtFolder|loadBuiltNode|useBuiltNode|outputSchemas/.test(read(test));

const unitTests = filesIn('test')
	.filter((file) => file.endsWith('.test.ts') && !notUnit.some((each) => each.test(file)))
	.filter((test) => !usesBuild(test))
	.map((test) => ({ test, reached: reachedFrom(test) }));

let child: ChildProcess | undefined;

/** Resolves to the first failure, if any. */
const run = (args: string[], minutes = 10): Promise<string | undefined> =>
	new Promise((resolve) => {
		const limits = {
			timeout: minutes * MINUTE,
			killSignal: 'SIGKILL',
			maxBuffer: 2 ** 28,
		} as const;
		child = execFile(process.execPath, args, limits, (error, output, log) => {
			const [, file, title] = /^(FAIL .*)$[^]*?^ +(● .*)$/m.exec(output + log) ?? [];
			const failure = file === undefined ? `${error?.message} ${log}` : `${file}: ${title}`;
			resolve(error === null ? undefined : error.killed ? 'timeout' : failure.slice(0, 300));
		});
	});

const jest = (project: string, ...rest: string[]): string[] => [
	...['node_modules/jest/bin/jest.js', '--selectProjects', project, '--runInBand', '--bail'],
	...['--silent', '--testTimeout', '60000', ...rest],
];

async function failureInUnit({ file }: Mutant): Promise<string | undefined> {
	const tests = unitTests.filter(({ reached }) => reached.has(file)).map(({ test }) => test);
	const mirrored = file.replace(/^nodes\/WebData\/(.*)\.ts$/, 'test/$1.test.ts');
	const steps: [project: string, tests: string[]][] = [
		['fast', tests.filter((test) => test === mirrored)],
		['cloud', onlyInCloud.test(file) ? tests.filter((test) => cloudTests.test(test)) : []],
		['fast', tests.filter((test) => test !== mirrored)],
	];
	for (const [project, paths] of steps) {
		if (paths.length === 0) continue;
		const failure = await run(jest(project, '--runTestsByPath', ...paths));
		if (failure !== undefined) return failure;
	}
	return undefined;
}

/** Whether `dist` contains a change. */
let isStale = false;

const build = (): Promise<string | undefined> => run(['node_modules/gulp/bin/gulp.js']);

async function failureInBuild({ file }: Mutant): Promise<string | undefined> {
	const project = onlyInCloud.test(file) ? 'cloud' : 'fast';
	isStale = true;
	const failure = (await build()) ?? (await run(jest(project, '/test/node/'), 60));
	return failure ?? run(jest(project, '/test/faults/'), 60);
}

async function firstFailure(mutant: Mutant): Promise<Result> {
	const unit = await failureInUnit(mutant);
	if (unit !== undefined || options.unit) return { by: unit && 'unit', failure: unit };
	const built = await failureInBuild(mutant);
	return { by: built && 'built', failure: built };
}

interface Result {
	by?: string;
	failure?: string;
}

async function tryMutant(mutant: Mutant): Promise<Result> {
	const original = read(mutant.file);
	const restore = (): void => writeFileSync(mutant.file, original);
	process.once('exit', restore);
	const end = mutant.offset + mutant.before.length;
	writeFileSync(mutant.file, original.slice(0, mutant.offset) + mutant.after + original.slice(end));
	try {
		return await firstFailure(mutant);
	} finally {
		restore();
		process.off('exit', restore);
	}
}

const listIn = (file: string): Mutant[] =>
	existsSync(file)
		? read(file)
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as Mutant)
		: [];

async function main(): Promise<void> {
	const drawn = options.mutants
		? listIn(options.mutants)
		: draw(Number(options.count), Number(options.seed));
	const chosen = drawn.slice(Number(options.from), options.to ? Number(options.to) : undefined);
	if (options.list) return chosen.forEach((each) => console.log(JSON.stringify(each)));
	execFileSync('git', ['diff', '--exit-code', '--stat', '--', 'nodes'], { stdio: 'inherit' });
	mkdirSync(dirname(options.out), { recursive: true });
	const done = listIn(options.out);
	for (const each of chosen.filter(
		(one) => !done.some((other) => other.file === one.file && isSame(other, one)),
	)) {
		const start = Date.now();
		const mutant = relocated(each);
		const result = mutant ? await tryMutant(mutant) : { by: 'gone' };
		const seconds = Math.round((Date.now() - start) / 1000);
		appendFileSync(options.out, `${JSON.stringify({ ...each, ...result, seconds })}\n`);
		const change = `${each.before.split('\n', 1)[0]} -> ${each.after}`;
		console.log(
			`${result.by ?? 'SURVIVED'} ${seconds} s ${each.file} ${change}: ${result.failure}`,
		);
	}
	if (isStale) await build();
	isStale = false;
}

process.on('exit', () => {
	if (isStale)
		for (const folder of ['dist', 'build/cloud']) rmSync(folder, { recursive: true, force: true });
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => {
		child?.kill('SIGKILL');
		process.exit(1);
	});
}
void main();
