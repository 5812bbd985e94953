export interface PackedFile {
	/** Path relative to the package root, with `/` as the separator. */
	path: string;
	text: string;
}

export interface ExpectedPackage {
	/** The build's npm tag, unless its tag is `latest`. */
	tag: string;
	/** The version without the suffix of a build. */
	version: string;
	/** Bundled packages, such as `zod 3.25.76`. */
	bundled: readonly string[];
}

interface Manifest {
	version?: string;
	publishConfig?: { tag?: string };
	repository?: { url?: string };
	scripts?: Record<string, string>;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

export const LICENSES = 'dist/THIRD_PARTY_LICENSES.md';

const commonFiles = ['package.json', 'README.md', 'LICENSE.md', LICENSES];

const allowedFiles =
	/^dist\/(nodes\/\w+\/(\w+\.node\.json|__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json|[\w.]+\.svg)|credentials\/[\w.]+\.svg)$/;

const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];

const dependencyFields = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
];

const manifestOf = (files: readonly PackedFile[]): Manifest =>
	JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '{}') as Manifest;

/** Returns the npm tag with which npm publishes the package. */
export const tagOf = (files: readonly PackedFile[]): string =>
	manifestOf(files).publishConfig?.tag ?? 'latest';

/** Returns the problems found in a packed package. An empty list means that the package can be published. */
export function packageProblems(
	files: readonly PackedFile[],
	{ tag, version, bundled }: ExpectedPackage,
): string[] {
	const manifest = manifestOf(files);
	const { scripts = {}, repository, n8n: { nodes = [], credentials = [] } = {} } = manifest;
	const texts = new Map(files.map(({ path, text }) => [path, text]));
	const paths = [...texts.keys()];
	const codexFiles = nodes.map((node) => node.replace(/\.js$/, '.json'));
	const required = [...commonFiles, ...nodes, ...credentials, ...codexFiles];
	const unexpected = paths.filter((path) => !required.includes(path) && !allowedFiles.test(path));
	const withSourceMap = paths.filter(
		(path) => path.endsWith('.js') && texts.get(path)?.includes('sourceMappingURL='),
	);
	const hasSchemas = paths.some((path) => path.includes('/__schema__/'));
	// npm accepts provenance only from the repository in the manifest.
	const isOnGitHub = /^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/.test(
		repository?.url ?? '',
	);
	// npm refuses a version with a suffix without a tag. A plain version with a tag would replace the other build.
	const published = `${String(manifest.version)} with tag ${tagOf(files)}`;
	const allowed = [`${version} with tag latest`, `${version}-${tag}.0 with tag ${tag}`];
	const licensed = [...(texts.get(LICENSES) ?? '').matchAll(/^## (\S+ \S+) \(/gm)].map(
		([, license = '']) => license,
	);
	return [
		...required.filter((path) => !texts.has(path)).map((path) => `${path} is missing`),
		...(hasSchemas ? [] : ['The output schemas are missing']),
		...unexpected.map((path) => `${path} is unexpected`),
		...withSourceMap.map((path) => `${path} refers to a source map`),
		...(isOnGitHub ? [] : ['package.json has no GitHub repository']),
		...installScripts
			.filter((name) => name in scripts)
			.map((name) => `The script ${name} would run during installation`),
		...dependencyFields
			.filter((name) => name in manifest)
			.map((name) => `package.json has ${name}`),
		...(allowed.includes(published)
			? []
			: [`The version is ${published}, not ${allowed.join(' or ')}`]),
		...bundled
			.filter((each) => !licensed.includes(each))
			.map((each) => `The license of ${each} is missing`),
		...licensed
			.filter((each) => !bundled.includes(each))
			.map((each) => `${each} is bundled, but not expected`),
	];
}
