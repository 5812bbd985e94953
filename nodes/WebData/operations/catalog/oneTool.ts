// What a failure says where the form shows one tool in place of rows of calls.

import type { Failure } from '../../api/failures/failure';

interface Entered {
	/** There only where the options were entered as JSON. */
	toolOptionsJson?: unknown;
}

const optionsField = ({ toolOptionsJson }: Entered): string =>
	toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';

/** The catalogue names the fields of a row. */
const inText = (text: string, entered: Entered): string =>
	text
		.replace(/\{provider\}(,| and) \{capability\}/g, '{tool}')
		.replaceAll('{options}', `{${optionsField(entered)}}`);

/** The service names the places of a request. */
const inPath = (path: string, entered: Entered): string =>
	path
		.replace(/^catalog\.0\.options\b/, optionsField(entered))
		.replace(/^catalog(\.0(\.provider|\.capability)?)?$/, 'tool');

export const inFormOfTool = (failure: Failure, entered: Entered): Failure => ({
	...failure,
	cause: inText(failure.cause, entered),
	remedy: inText(failure.remedy, entered),
	issues: failure.issues?.map(({ path, message }) => ({ path: inPath(path, entered), message })),
});
