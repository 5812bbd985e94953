// Everything that the editor can ask for while a form is filled in, by the names that the fields call it.

import { searchRuns, searchSnapshots } from './agent/lists';
import { searchTools, toolOptions } from './catalog/tools';
import type { FieldList, ListSearch } from './picker';

export const listSearches = { searchRuns, searchSnapshots, searchTools } satisfies Record<
	string,
	ListSearch
>;

export const fieldLists = { getToolOptions: toolOptions } satisfies Record<string, FieldList>;
