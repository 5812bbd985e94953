import type { Failure } from '../../api/errors/failure';

interface ToolValues {
	/** Options that the user entered as JSON. Undefined if the user entered the options in fields. */
	toolOptionsJson?: unknown;
}

const labelOfOptions = ({ toolOptionsJson }: ToolValues): string =>
	toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';

/** Errors refer to the fields of a 'Calls' row, which the single-tool form does not contain. */
const replaceFieldNames = (text: string, values: ToolValues): string =>
	text
		.replace(/\{provider\}(,| and) \{capability\}/g, '{tool}')
		.replaceAll('{options}', `{${labelOfOptions(values)}}`);

/** The service reports issues with request paths, which differ from the form's field names. */
const replacePath = (path: string, values: ToolValues): string =>
	path
		.replace(/^catalog\.0\.options\b/, labelOfOptions(values))
		.replace(/^catalog(\.0(\.provider|\.capability)?)?$/, 'tool');

/** Rewrites a failure for the single-tool form, which contains no 'Calls' rows. */
export const forSingleTool = (failure: Failure, values: ToolValues): Failure => ({
	...failure,
	cause: replaceFieldNames(failure.cause, values),
	remedy: replaceFieldNames(failure.remedy, values),
	issues: failure.issues?.map(({ path, message }) => ({
		path: replacePath(path, values),
		message,
	})),
});
