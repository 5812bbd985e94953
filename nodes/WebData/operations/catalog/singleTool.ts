import type { Failure } from '../../api/errors/failure';

interface ToolValues {
	/** The options, if the user entered them as JSON. */
	toolOptionsJson?: unknown;
}

const labelOfOptions = ({ toolOptionsJson }: ToolValues): string =>
	toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';

const replaceFieldNames = (text: string, values: ToolValues): string =>
	text
		.replace(/\{provider\}(?: and \{capability\}|, \{capability\},)/g, '{tool}')
		.replaceAll('{options}', `{${labelOfOptions(values)}}`);

const replacePath = (path: string, values: ToolValues): string =>
	path
		.replace(/^catalog\.0\.options\b/, labelOfOptions(values))
		.replace(/^catalog(\.0(\.provider|\.capability)?)?$/, 'tool');

/** Replaces the field names of a 'Calls' row in a failure with the field names of the single-tool form. */
export const forSingleTool = (failure: Failure, values: ToolValues): Failure => ({
	...failure,
	cause: replaceFieldNames(failure.cause, values),
	remedy: replaceFieldNames(failure.remedy, values),
	issues: failure.issues?.map(({ path, message }) => ({
		path: replacePath(path, values),
		message,
	})),
});
