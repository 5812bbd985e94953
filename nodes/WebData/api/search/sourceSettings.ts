import { isObject, omitUndefined, type JsonObject } from '../http/response';
import type { SearchSource } from './searchRequest';

const settingNames = ['tbs', 'country', 'lang', 'location', 'filter'] as const;

type SettingName = (typeof settingNames)[number];

export type SearchSettings = Pick<SearchSource, SettingName>;

/** The service applies the settings of the whole search to these sources only. */
const sourcesWithSettings: ReadonlySet<unknown> = new Set(['web', 'news']);

const pickSettings = (from: JsonObject): SearchSettings =>
	omitUndefined(Object.fromEntries(settingNames.map((name) => [name, from[name]])));

/** Requests with *Additional Body Fields* may contain names instead of objects. */
const settingsOf = (source: unknown): SearchSettings =>
	isObject(source) ? pickSettings(source) : {};

export const sourceType = (source: unknown): unknown => (isObject(source) ? source.type : source);

export const hasSettings = (source: unknown): boolean => Object.keys(settingsOf(source)).length > 0;

/**
 * Returns the settings for the whole search and the list of sources. Some servers ignore the settings of a source, so
 * the settings of the sources become settings for the whole search unless the sources differ. The service rejects a list
 * that contains both names and objects.
 */
export function placeSettings(
	search: SearchSettings,
	sources: readonly unknown[] | undefined,
): { settings: SearchSettings; sources?: unknown[] } {
	const settings = pickSettings({ ...search });
	if (!sources?.some(hasSettings)) return { settings, sources: sources?.map(sourceType) };
	const own = sources.map((source) => {
		const type = sourceType(source);
		const isAffected = sourcesWithSettings.has(type) || hasSettings(source);
		return { type, isAffected, ...pickSettings({ ...settings, ...settingsOf(source) }) };
	});
	const affected = own.filter(({ isAffected }) => isAffected);
	const [common = {}, ...others] = affected.map(pickSettings);
	const isSame = others.every((each) => JSON.stringify(each) === JSON.stringify(common));
	if (isSame) return { settings: common, sources: sources.map(sourceType) };
	return {
		settings,
		sources: own.map(({ type, isAffected: _affected, ...each }, index) =>
			hasSettings(sources[index]) ? { type, ...each } : { type },
		),
	};
}
