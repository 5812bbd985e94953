import type { INodeProperties } from 'n8n-workflow';

/**
 * Marks that tell the form reader how to read a field.
 * - `group`: a collection that only groups fields; its values belong to the outer level
 * - `presence`: a collection that is set as soon as it is added, even if it is empty
 * - `uiOnly`: a field that only decides which other fields are shown and is not read
 * - `commaList`: a list with comma-separated entries, which cannot contain a comma
 * - `textList`: a string in which each line is a list entry
 */
type FieldMark = 'group' | 'presence' | 'uiOnly' | 'commaList' | 'textList';

/** Object spread copies a symbol key. The JSON that n8n sends to its editor omits symbol keys. */
const MARK = Symbol.for('n8n-nodes-web-data.fieldMark');

type MarkedField = INodeProperties & { [MARK]?: FieldMark };

const marker =
	(mark: FieldMark) =>
	(field: INodeProperties): INodeProperties =>
		({ ...field, [MARK]: mark }) as MarkedField;

const hasMark =
	(mark: FieldMark) =>
	(field: INodeProperties): boolean =>
		(field as MarkedField)[MARK] === mark;

export const group = marker('group');
export const isGroup = hasMark('group');

export const presence = marker('presence');
export const isPresence = hasMark('presence');

export const uiOnly = marker('uiOnly');
export const isUiOnly = hasMark('uiOnly');

export const commaList = marker('commaList');
export const isCommaList = hasMark('commaList');

export const textList = marker('textList');
export const isTextList = hasMark('textList');
