// Builds dist/: the node and the credential as one bundle each, and the files that n8n wants beside them.

const { rm } = require('node:fs/promises');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const entries = ['nodes/WebData/WebData.node.ts', 'credentials/WebDataApi.credentials.ts'];
const assets = ['nodes/**/*.svg', 'nodes/**/*.node.json'];

const clean = () => rm('dist', { recursive: true, force: true });

/** Everything but n8n-workflow goes in: what a package installs beside itself can clash with another's. */
const bundle = () =>
	esbuild.build({
		entryPoints: entries,
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		// ES modules first: only they can be bundled without what is never used.
		mainFields: ['module', 'main'],
		minifySyntax: true,
		minifyWhitespace: true,
		legalComments: 'none',
	});

const copyAssets = () => src(assets, { base: '.', encoding: false }).pipe(dest('dist'));

exports.default = series(clean, parallel(bundle, copyAssets));
