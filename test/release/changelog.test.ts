import { changelogProblems } from './changelog';

const checksum = `\`sha512-${'a'.repeat(86)}==\``;
const unreleased = '# Changelog\n\n## [Unreleased]\n\n- A change\n';
const released = (version: string, text = checksum) =>
	`\n## [${version}] - 2026-12-01\n\n- A change\n- ${text}\n`;

test.each<[string, string, boolean, string[]]>([
	['has no released version', unreleased, false, []],
	['begins with the version', unreleased + released('1.1.0', '') + released('1.0.0'), true, []],
	[
		'has no section for the tagged version',
		unreleased + released('1.0.0'),
		true,
		['The changelog begins with 1.0.0'],
	],
	['has no section at all', unreleased, true, ['The changelog begins with no version']],
	[
		'begins with a newer version',
		released('1.2.0', '') + released('1.1.0'),
		false,
		['1.1.0 is not the newest version', '1.2.0 has no checksum'],
	],
	[
		'lacks the checksum of an earlier version',
		released('1.1.0') + released('1.0.0', ''),
		true,
		['1.0.0 has no checksum'],
	],
	['has a section without a date', '## [1.1.0]\n', true, ['The heading of 1.1.0 has no date']],
])('the problems of a changelog that %s are found', (_name, changelog, isTagged, problems) => {
	expect(changelogProblems(changelog, '1.1.0', isTagged)).toEqual(problems);
});
