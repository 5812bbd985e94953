import { z } from 'zod';
import { call } from '../../client/call';
import { formOf, maxEntries } from '../../form/form';
import { nonEmptyText, objectsIn } from '../../json/json';
import {
	anything,
	defineOperation,
	defineResource,
	listOutput,
	openObject,
} from '../../operation/operation';
import { ageOf, includesText, type ListSearch, namedChoice } from '../../operation/pickers';
import { createForm, executeForm, listForm, session } from './form';
import { createOnce, deleteSession, executeOnce, sessionLinks, sessionRoutes } from './service';

const create = defineOperation({
	action: 'Create browser session',
	description:
		'Create a browser session that code and people can control, without scraping a page first',
	toolDescription:
		'Opens a browser in the cloud and returns the session ID, which the Execute operation needs. Costs credits for each minute until the session is deleted or expires, so open one session and delete it when you are done.',
	costs: true,
	form: createForm,
	output: openObject({
		id: z.string(),
		...sessionLinks,
		expiresAt: z.string(),
	}),
	toRequest: (values) => ({ route: sessionRoutes.create, body: createForm.sent(values) }),
	execute: (request, client, { own }) => createOnce(request, client, own.deleteOnStop),
	toOutput: ({ success: _success, ...json }) => ({ parts: [{ json }] }),
});

const execute = defineOperation({
	action: 'Execute code in browser session',
	description: 'Execute code in a browser session',
	toolDescription:
		"Runs code in a browser session and returns the result, 'stdout', and 'stderr'. Needs the session ID and the code. Node.js code can use Playwright's 'page'.",
	costs: true,
	form: executeForm,
	output: openObject({
		result: anything,
		stdout: z.string().nullable(),
		stderr: z.string().nullable(),
		exitCode: z.number().int().nullable(),
		killed: z.boolean(),
	}),
	toRequest: ({ sessionId, code, ...body }) => ({
		route: sessionRoutes.execute,
		ids: [sessionId],
		body: { code, ...body },
	}),
	execute: executeOnce,
	toOutput: ({ success: _success, error: _none, ...json }) => ({ parts: [{ json }] }),
});

const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many browser sessions',
	description: "Return your team's browser sessions, one item per session",
	toolDescription:
		"Lists the team's browser sessions with their IDs, statuses, and times. Needs no input. Free of charge.",
	form: listForm,
	output: openObject({
		id: z.string(),
		status: z.string(),
		...sessionLinks,
		streamWebView: z.boolean(),
		createdAt: z.string(),
		lastActivity: z.string().nullable(),
	}),
	toRequest: ({ status }) => ({
		route: sessionRoutes.list,
		query: status === undefined ? undefined : { status },
	}),
	toOutput: ({ sessions }, { own }) => listOutput(objectsIn(sessions).slice(0, maxEntries(own))),
});

const deleteOperation = defineOperation({
	action: 'Delete browser session',
	description: 'Delete a browser session, and save its profile, if any',
	toolDescription:
		'Closes a browser session, so that it stops costing credits, and returns the cost. Needs the session ID.',
	form: formOf(session),
	output: openObject({
		deleted: z.boolean(),
		sessionId: z.string(),
		outcome: z.enum(['deleted', 'alreadyDeleted']),
		sessionDurationMs: z.number(),
		creditsBilled: z.number(),
		cleanupQueued: z.boolean(),
		message: z.string(),
	}),
	toRequest: ({ sessionId }) => ({ route: sessionRoutes.delete, ids: [sessionId] }),
	execute: deleteSession,
	toOutput: ({ success: _success, ...facts }, { sent: { sessionId } }) => ({
		parts: [{ json: { deleted: true, sessionId, ...facts } }],
	}),
});

const searchSessions: ListSearch = async ({ client }, filter) => {
	const request = { route: sessionRoutes.list, query: { status: 'active' } };
	const { sessions } = await call(request, client);
	const now = client.runtime.now();
	const choices = objectsIn(sessions)
		.filter(({ id }) => includesText(filter, id))
		.flatMap(({ id, createdAt }) => namedChoice(id, nonEmptyText(id), ageOf(createdAt, now)));
	return { choices };
};

export const browserSessionResource = defineResource({
	value: 'browserSession',
	description: 'Cloud browsers that run your code',
	operations: { create, execute, getAll, delete: deleteOperation },
	pickers: { searchSessions },
});
