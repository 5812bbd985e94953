import { executeOnce } from '../../api/browserSession/executeOnce';
import { codeRequest } from '../../api/browserSession/requests';
import { executeRequest } from '../../api/browserSession/sessionRequest';
import { codeResult } from '../../api/browserSession/sessionResponse';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { sessionIdField } from './sessionId.field';

export const execute = defineOperation({
	value: 'execute',
	name: 'Execute',
	action: 'Execute code in browser session',
	description: 'Run code that controls the browser of a session',
	toolDescription:
		"Runs code in a browser session and returns the result, 'stdout' and 'stderr'. Needs the session ID and the code. Node.js code can use Playwright's 'page'.",
	fields: [
		sessionIdField,
		{
			displayName: 'Language',
			name: 'language',
			type: 'options',
			default: 'node',
			options: [
				{ name: 'Bash', value: 'bash' },
				{ name: 'Node.js', value: 'node' },
				{ name: 'Python', value: 'python' },
			],
			description: 'Language of the code',
		},
		{
			displayName: 'Code',
			name: 'code',
			type: 'string',
			typeOptions: { rows: 5 },
			default: '',
			required: true,
			placeholder: 'e.g. await page.goto("https://example.com"); await page.title()',
			description: 'Code to run in the session, up to 100,000 characters',
		},
		optionsField([
			additionalBodyFieldsField,
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 300 },
				default: 30,
				description: 'Maximum time for the code, from 1 to 300 seconds',
			},
		]),
	],
	output: codeResult,
	input: executeRequest,
	toRequest: ({ sessionId, ...body }) => codeRequest(sessionId, body),
	execute: executeOnce,
	toParts: ({ success: _success, error: _none, ...json }) => [{ json }],
});
