// What a failure says where the form shows one tool in place of rows of calls.

import type { Failure } from '../../api/errors/failure';

interface ToolValues {
	/** There only where the options were entered as JSON. */
	toolOptionsJson?: unknown;
}

const optionsField = ({ toolOptionsJson }: ToolValues): string =>
	toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';

/** The catalogue names the fields of a row. */
const replaceFieldNames = (text: string, entered: ToolValues): string =>
	text
		.replace(/\{provider\}(,| and) \{capability\}/g, '{tool}')
		.replaceAll('{options}', `{${optionsField(entered)}}`);

/** The service names the places of a request. */
const replacePath = (path: string, entered: ToolValues): string =>
	path
		.replace(/^catalog\.0\.options\b/, optionsField(entered))
		.replace(/^catalog(\.0(\.provider|\.capability)?)?$/, 'tool');

export const forSingleTool = (failure: Failure, entered: ToolValues): Failure => ({
	...failure,
	cause: replaceFieldNames(failure.cause, entered),
	remedy: replaceFieldNames(failure.remedy, entered),
	issues: failure.issues?.map(({ path, message }) => ({
		path: replacePath(path, entered),
		message,
	})),
});
