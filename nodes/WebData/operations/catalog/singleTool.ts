import type { Failure } from '../../api/errors/failure';

interface ToolValues {
	/** Set only if the options were entered as JSON. */
	toolOptionsJson?: unknown;
}

const labelOfOptions = ({ toolOptionsJson }: ToolValues): string =>
	toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';

/** The error texts name the fields of a row of 'Calls'. */
const replaceFieldNames = (text: string, values: ToolValues): string =>
	text
		.replace(/\{provider\}(,| and) \{capability\}/g, '{tool}')
		.replaceAll('{options}', `{${labelOfOptions(values)}}`);

/** The service names paths of the request. */
const replacePath = (path: string, values: ToolValues): string =>
	path
		.replace(/^catalog\.0\.options\b/, labelOfOptions(values))
		.replace(/^catalog(\.0(\.provider|\.capability)?)?$/, 'tool');

/** Rewrites the failure for the form with a single tool, which has no rows of calls. */
export const forSingleTool = (failure: Failure, values: ToolValues): Failure => ({
	...failure,
	cause: replaceFieldNames(failure.cause, values),
	remedy: replaceFieldNames(failure.remedy, values),
	issues: failure.issues?.map(({ path, message }) => ({
		path: replacePath(path, values),
		message,
	})),
});
