export interface PackedFile {
	/** Path relative to the package root, with `/` as the separator. */
	path: string;
	text: string;
	isRegularFile: boolean;
}

export interface ExpectedPackage {
	/** The build's npm tag, unless its tag is `latest`. */
	tag: string;
	/** The version without the suffix of a build. */
	version: string;
	bundled: Readonly<Record<string, string>>;
}

interface Manifest {
	version?: string;
	publishConfig?: { tag?: string };
	repository?: { url?: string };
	scripts?: Record<string, string>;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

export const LICENSES = 'dist/THIRD_PARTY_LICENSES.md';

const allowedFiles = [
	/^(package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/THIRD_PARTY_LICENSES\.md$/,
	/^dist\/nodes\/\w+\/\w+\.node\.js(on)?$/,
	/^dist\/nodes\/\w+\/__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json$/,
	/^dist\/credentials\/\w+\.credentials\.js$/,
	/^dist\/(nodes\/\w+|credentials)\/[\w.]+\.svg$/,
];

const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];

const dependencyFields = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
];

/** Returns the problems found in a packed package. An empty list means that the package can be published. */
export function packageProblems(files: readonly PackedFile[], expected: ExpectedPackage): string[] {
	const textOf = (path: string) => files.find((file) => file.path === path)?.text;
	const manifest = JSON.parse(textOf('package.json') ?? '{}') as Manifest;
	return [
		...missingFiles(files, manifest),
		...unexpectedFiles(files, manifest),
		...sourceMaps(files),
		...manifestProblems(manifest),
		...versionProblems(manifest, expected),
		...licenseProblems(textOf(LICENSES) ?? '', expected.bundled),
	];
}

const entryPoints = ({ n8n }: Manifest): string[] => [
	...(n8n?.nodes ?? []),
	...(n8n?.credentials ?? []),
];

function missingFiles(files: readonly PackedFile[], manifest: Manifest): string[] {
	const codexFiles = (manifest.n8n?.nodes ?? []).map((node) => node.replace(/\.js$/, '.json'));
	const required = [
		...['package.json', 'README.md', 'LICENSE.md', LICENSES],
		...entryPoints(manifest),
		...codexFiles,
	];
	const paths = files.map(({ path }) => path);
	const missing = required
		.filter((path) => !paths.includes(path))
		.map((path) => `${path} is missing`);
	const hasSchema = paths.some((path) => path.includes('/__schema__/'));
	return hasSchema ? missing : [...missing, 'The output schemas are missing'];
}

function unexpectedFiles(files: readonly PackedFile[], manifest: Manifest): string[] {
	const isExpected = ({ path, isRegularFile }: PackedFile): boolean =>
		isRegularFile &&
		allowedFiles.some((allowed) => allowed.test(path)) &&
		(!path.endsWith('.js') || entryPoints(manifest).includes(path));
	return files.filter((file) => !isExpected(file)).map(({ path }) => `${path} is unexpected`);
}

const sourceMaps = (files: readonly PackedFile[]): string[] =>
	files
		.filter(({ path, text }) => path.endsWith('.js') && text.includes('sourceMappingURL='))
		.map(({ path }) => `${path} refers to a source map`);

/** Whether npm publishes the package with the tag `latest`. */
export const isLatest = (files: readonly PackedFile[]): boolean => {
	const text = files.find(({ path }) => path === 'package.json')?.text ?? '{}';
	return (JSON.parse(text) as Manifest).publishConfig === undefined;
};

/** npm refuses a version with a suffix without a tag. A plain version with a tag would replace the other build. */
function versionProblems(manifest: Manifest, { tag, version }: ExpectedPackage): string[] {
	const actual = `${String(manifest.version)} with tag ${manifest.publishConfig?.tag ?? 'latest'}`;
	const allowed = [`${version} with tag latest`, `${version}-${tag}.0 with tag ${tag}`];
	return allowed.includes(actual) ? [] : [`The version is ${actual}, not ${allowed.join(' or ')}`];
}

function manifestProblems(manifest: Manifest): string[] {
	const scripts = installScripts.filter((name) => name in (manifest.scripts ?? {}));
	const dependencies = dependencyFields.filter((field) => field in manifest);
	return [
		// npm accepts provenance only from the repository in the manifest.
		...(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/.test(manifest.repository?.url ?? '')
			? []
			: ['package.json has no GitHub repository']),
		...scripts.map((name) => `The script ${name} would run during installation`),
		...dependencies.map((field) => `package.json has ${field}`),
	];
}

function licenseProblems(text: string, bundled: ExpectedPackage['bundled']): string[] {
	const named = [...text.matchAll(/^## (\S+ \S+) \(/gm)].map(([, heading = '']) => heading);
	const wanted = Object.entries(bundled).map(([name, version]) => `${name} ${version}`);
	return [
		...wanted
			.filter((heading) => !named.includes(heading))
			.map((heading) => `The license of ${heading} is missing`),
		...named
			.filter((heading) => !wanted.includes(heading))
			.map((heading) => `${heading} is bundled, but not expected`),
	];
}
