import { z } from 'zod';
import { deleteSession } from '../../api/browserSession/deleteSession';
import { deleteRequest } from '../../api/browserSession/requests';
import { sessionId } from '../../api/browserSession/sessionRequest';
import { deletedSession } from '../../api/browserSession/sessionResponse';
import { defineOperation } from '../operation';
import { sessionIdField } from './sessionId.field';

export const deleteOperation = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete browser session',
	description: 'Close the browser of a session and save its profile',
	toolDescription:
		'Closes a browser session, so that the session costs no more credits, and returns the cost. Needs the session ID.',
	fields: [sessionIdField],
	output: deletedSession,
	input: z.object({ sessionId }).strict(),
	toRequest: (values) => deleteRequest(values.sessionId),
	execute: deleteSession,
	toParts: ({ success: _success, ...facts }, _options, values) => [
		{ json: { deleted: true, sessionId: values.sessionId, ...facts } },
	],
});
