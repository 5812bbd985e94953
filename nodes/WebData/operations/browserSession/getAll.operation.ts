import { z } from 'zod';
import { listRequest } from '../../api/browserSession/requests';
import { sessionStatuses } from '../../api/browserSession/sessionRequest';
import { listedSession } from '../../api/browserSession/sessionResponse';
import { objectsIn } from '../../api/http/pagination';
import { maxEntries, returnAllFields, returnAllValues } from '../common/limit.field';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many browser sessions',
	description: "List your team's browser sessions, one item per session",
	toolDescription:
		"Lists the team's browser sessions with their IDs, statuses, and times. Needs no input. Free of charge.",
	fields: [
		...returnAllFields,
		optionsField([
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'active',
				options: [
					{ name: 'Active', value: 'active' },
					{ name: 'Destroyed', value: 'destroyed', description: 'Deleted or expired' },
				],
				description: 'Return only the sessions with this status',
			},
		]),
	],
	output: listedSession,
	input: z.object({ ...returnAllValues, status: z.enum(sessionStatuses).optional() }).strict(),
	toRequest: ({ status }) => listRequest(status),
	toParts: ({ sessions }, _options, values) =>
		objectsIn(sessions)
			.slice(0, maxEntries(values))
			.map((json) => ({ json })),
});
