// Everything that the editor can ask for while a form is filled in, by the names that the fields call it.

import { searchRuns, searchSnapshots } from './agent/pickers';
import { searchTools, toolOptions } from './catalog/toolPicker';
import type { FieldList, ListSearch } from './common/picker';

export const listSearches = { searchRuns, searchSnapshots, searchTools } satisfies Record<
	string,
	ListSearch
>;

export const fieldLists = { getToolOptions: toolOptions } satisfies Record<string, FieldList>;
