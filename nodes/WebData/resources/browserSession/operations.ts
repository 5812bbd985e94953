import { objectsIn } from '../../client/lists';
import { maxEntries } from '../../form/shared';
import { nonEmptyText } from '../../json/json';
import { defineOperation, type Resource } from '../../operation/operation';
import { ageOf, includesText, type ListSearch, namedChoice } from '../../operation/pickers';
import { createForm, deleteForm, executeForm, listForm } from './form';
import {
	codeRequest,
	codeResult,
	createdSession,
	createOnce,
	createRequest,
	deletedSession,
	deleteRequest,
	deleteSession,
	executeOnce,
	listedSession,
	listRequest,
} from './service';

const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create browser session',
	description: 'Open a browser that code and people can control, without scraping a page first',
	toolDescription:
		'Opens a browser in the cloud and returns the session ID, which the Execute operation needs. Costs credits for each minute until the session is deleted or expires, so open one session and delete it when you are done.',
	costs: true,
	form: createForm,
	output: createdSession,
	toRequest: (values) => createRequest(createForm.sent(values)),
	execute: (request, client, { deleteOnStop }) => createOnce(request, client, deleteOnStop),
	toOutput: ({ success: _success, ...json }) => ({ parts: [{ json }] }),
});

const execute = defineOperation({
	value: 'execute',
	name: 'Execute',
	action: 'Execute code in browser session',
	description: 'Execute code in a browser session',
	toolDescription:
		"Runs code in a browser session and returns the result, 'stdout', and 'stderr'. Needs the session ID and the code. Node.js code can use Playwright's 'page'.",
	costs: true,
	form: executeForm,
	output: codeResult,
	toRequest: ({ sessionId, code, ...body }) => codeRequest(sessionId, { code, ...body }),
	execute: executeOnce,
	toOutput: ({ success: _success, error: _none, ...json }) => ({ parts: [{ json }] }),
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many browser sessions',
	description: "List your team's browser sessions, one item per session",
	toolDescription:
		"Lists the team's browser sessions with their IDs, statuses, and times. Needs no input. Free of charge.",
	form: listForm,
	output: listedSession,
	toRequest: ({ status }) => listRequest(status),
	toOutput: ({ sessions }, { values }) => ({
		parts: objectsIn(sessions)
			.slice(0, maxEntries(values))
			.map((json) => ({ json })),
	}),
});

const deleteOperation = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete browser session',
	description: 'Close a browser session and save its profile',
	toolDescription:
		'Closes a browser session, so that it stops costing credits, and returns the cost. Needs the session ID.',
	form: deleteForm,
	output: deletedSession,
	toRequest: (values) => deleteRequest(values.sessionId),
	execute: deleteSession,
	toOutput: ({ success: _success, ...facts }, { values: { sessionId } }) => ({
		parts: [{ json: { deleted: true, sessionId, ...facts } }],
	}),
});

const searchSessions: ListSearch = async ({ ask, now }, filter) => {
	const response = await ask(listRequest('active'));
	if ('failure' in response) return response;
	const choices = objectsIn(response.answer.sessions)
		.filter(({ id }) => includesText(filter, id))
		.flatMap(({ id, createdAt }) => namedChoice(id, nonEmptyText(id), ageOf(createdAt, now)));
	return { choices };
};

export const browserSessionResource: Resource = {
	value: 'browserSession',
	name: 'Browser Session',
	description: 'Cloud browsers that run your code',
	defaultOperation: 'create',
	operations: [create, execute, getAll, deleteOperation],
	pickers: { searchSessions },
};
