import { executeOnce } from '../../api/browserSession/executeOnce';
import { codeRequest } from '../../api/browserSession/requests';
import { executeRequest } from '../../api/browserSession/sessionRequest';
import { codeResult } from '../../api/browserSession/sessionResponse';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { codeField, codeTimeoutField, languageField } from '../common/code.fields';
import { optionsField } from '../common/options.fields';
import { originField } from '../common/usage.fields';
import { defineOperation } from '../operation';
import { sessionIdField } from './sessionId.field';

export const execute = defineOperation({
	value: 'execute',
	name: 'Execute',
	action: 'Execute code in browser session',
	description: 'Run code that controls the browser of a session',
	toolDescription:
		"Runs code in a browser session and returns the result, 'stdout', and 'stderr'. Needs the session ID and the code. Node.js code can use Playwright's 'page'.",
	fields: [
		sessionIdField,
		languageField,
		codeField('in the session', 'await page.goto("https://example.com"); await page.title()'),
		optionsField([additionalBodyFieldsField, originField, codeTimeoutField('the code')]),
	],
	output: codeResult,
	input: executeRequest,
	toRequest: ({ sessionId, ...body }) => codeRequest(sessionId, body),
	execute: executeOnce,
	toParts: ({ success: _success, error: _none, ...json }) => [{ json }],
});
