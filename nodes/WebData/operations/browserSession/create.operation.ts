import { z } from 'zod';
import { createOnce } from '../../api/browserSession/createOnce';
import { createRequest } from '../../api/browserSession/requests';
import { createSessionRequest } from '../../api/browserSession/sessionRequest';
import { createdSession } from '../../api/browserSession/sessionResponse';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { createOptions } from './create.fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create browser session',
	description: 'Open a browser that code and people can control, without scraping a page first',
	toolDescription:
		'Opens a browser in the cloud and returns the session ID, which the Execute operation needs. Costs credits for each minute until the session is deleted or expires, so open one session and delete it when you are done.',
	fields: [optionsField(createOptions)],
	output: createdSession,
	input: createSessionRequest.extend({ deleteOnStop: z.boolean().default(true) }),
	toRequest: ({ deleteOnStop: _own, ...body }) => createRequest(body),
	execute: (request, session, { deleteOnStop }) => createOnce(request, session, deleteOnStop),
	toParts: ({ success: _success, ...json }) => [{ json }],
});
