/** Returns the problems of the changelog of a version. A version with a tag needs a section with the changes. */
export function changelogProblems(changelog: string, version: string, isTagged: boolean): string[] {
	const [, ...sections] = changelog.split(/^## \[(?!Unreleased)/m);
	const versions = sections.map((section) => section.slice(0, section.indexOf(']')));
	const isReleased = versions[0] === version;
	const older = isReleased ? sections.slice(1) : sections;
	return [
		...(isTagged && !isReleased
			? [`The changelog begins with ${versions[0] ?? 'no version'}`]
			: []),
		...(!isReleased && versions.includes(version) ? [`${version} is not the newest version`] : []),
		...sections
			.filter((section) => !/^[\d.]+\] - \d{4}-\d\d-\d\d\n/.test(section))
			.map((section) => `The heading of ${section.slice(0, section.indexOf(']'))} has no date`),
		...older
			.filter((section) => !/`sha512-[\w+/]{86}==`/.test(section))
			.map((section) => `${section.slice(0, section.indexOf(']'))} has no checksum`),
	];
}
