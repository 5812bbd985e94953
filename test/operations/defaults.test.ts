import { findOperation } from '../../nodes/WebData/operations';
import { everyField } from './everyField';

const fieldsAt = (operation: string, path: string) =>
	everyField(findOperation('scrape', operation)?.fields ?? []).filter((each) => each.path === path);

/**
 * Default values from the specification's tables "Scrape request body", "Scrape options", "Parsers", "Actions",
 * "Location", and "Profile".
 */
const documented: [string, unknown][] = [
	['zeroDataRetention', false],
	['domainTools', false],
	['onlyMainContent', true],
	['onlyCleanContent', false],
	['maxAge', 172_800_000],
	['waitFor', 0],
	['mobile', false],
	['skipTlsVerification', true],
	['timeout', 60_000],
	['removeBase64Images', true],
	['blockAds', true],
	['proxy', 'auto'],
	['storeInCache', true],
	['lockdown', false],
	['redactPII', false],
	['parsers.type', 'pdf'],
	['parsers.mode', 'auto'],
	['parsers.pages', false],
	['parsers.blocks', false],
	['parsers.pageMarkers', false],
	['actions.fullPage', false],
	['actions.all', false],
	['actions.direction', 'down'],
	['actions.format', 'Letter'],
	['actions.landscape', false],
	['actions.scale', 1],
	['location.country', 'US'],
	['profile.saveChanges', true],
];

/** Default values of the live API that the specification does not state. */
const observed: [string, unknown][] = [
	['formats', { format: [{ type: 'markdown' }] }],
	['formats.type', 'markdown'],
	['formats.fullPage', false],
	['formats.checkPromptInjection', false],
	['formats.modes', []],
	['formats.mode', 'freeform'],
	['redactPIIOptions.mode', 'accurate'],
	['redactPIIOptions.replaceStyle', 'tag'],
	['fastMode', false],
	['toolDetail', 'summary'],
];

test.each([...documented, ...observed])('%s shows the default %j', (path, value) => {
	const defaults = fieldsAt('scrape', path).map(({ field }) => field.default);
	expect(defaults).toEqual([value]);
});

test.each<[string, unknown]>([
	['language', 'node'],
	['timeout', 30],
])('%s of Interact shows the default %j', (path, value) => {
	expect(fieldsAt('interact', path).map(({ field }) => field.default)).toEqual([value]);
});

test('strings, lists, and objects without a documented default value are empty', () => {
	const named = new Set([...documented, ...observed].map(([path]) => path));
	const choices = ['options', 'number', 'boolean'];
	const others = everyField(findOperation('scrape', 'scrape')?.fields ?? []).filter(
		({ path, field }) => !named.has(path) && !choices.includes(field.type),
	);
	const filled = others.filter(
		({ field }) =>
			!['', '{}', '[]'].includes(
				field.default === '' ? '' : JSON.stringify(field.default).replaceAll('"', ''),
			),
	);
	expect(filled.map(({ path }) => path)).toEqual([]);
});

/** Limits from the specification's section "Limits" and from the notes below the tables of the specification. */
test.each<[string, number | undefined, number | undefined]>([
	['timeout', 1000, 300_000],
	['parsers.maxPages', 1, 10_000],
	['actions.quality', 1, 100],
	['formats.quality', 1, 100],
	['actions.milliseconds', 1, undefined],
	['maxAge', 0, undefined],
	['minAge', 0, undefined],
	['waitFor', 0, 60_000],
	['formats.viewport.width', 1, 7680],
	['formats.viewport.height', 1, 4320],
	['threatProtection.riskScoreThreshold', 0, 100],
])('%s has the limits %j and %j', (path, minValue, maxValue) => {
	const bounds = fieldsAt('scrape', path).map(({ field }) => field.typeOptions ?? {});
	expect(bounds.map((each) => [each.minValue, each.maxValue])).toEqual([[minValue, maxValue]]);
});

test('timeout of Interact has the limits 1 and 300 seconds', () => {
	expect(fieldsAt('interact', 'timeout')[0]?.field.typeOptions).toEqual({
		minValue: 1,
		maxValue: 300,
	});
});
