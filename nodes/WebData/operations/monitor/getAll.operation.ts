import { z } from 'zod';
import { objectsIn } from '../../api/http/pagination';
import { monitor } from '../../api/monitor/monitorResponse';
import { listRequest, offsetReader } from '../../api/monitor/requests';
import { collectData } from '../../api/monitor/collectData';
import { defineOperation } from '../operation';
import { maskToken } from './output';
import { limitOf, listFields, listValues } from './list.fields';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many monitors',
	description: "List your team's monitors, one item per monitor",
	toolDescription:
		"Lists the team's monitors, with their targets, schedules, statuses, and estimated credits per month.",
	fields: listFields,
	output: monitor,
	input: z.object(listValues).strict(),
	toRequest: (values) => listRequest(limitOf(values)),
	execute: (request, session, values) =>
		collectData(request, session, offsetReader(limitOf(values))),
	toParts: ({ data }) => objectsIn(data).map((json) => ({ json: maskToken(json) })),
});
