import { z } from 'zod';
import { monitorId } from '../../api/monitor/monitorRequest';
import { deleteMonitor } from '../../api/monitor/deleteMonitor';
import { deleteRequest } from '../../api/monitor/requests';
import { openObject } from '../../api/schema/output';
import { defineOperation } from '../operation';
import { monitorIdField } from './ids.fields';

export const deleteOperation = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete monitor',
	description:
		'Remove a monitor and its history. To keep the history, pause the monitor with the Update operation.',
	toolDescription:
		'Deletes a monitor and its history, so that the monitor costs no more credits. Needs the monitor ID.',
	fields: [monitorIdField],
	output: openObject({ deleted: z.boolean(), monitorId: z.string() }),
	input: z.object({ monitorId }).strict(),
	toRequest: (values) => deleteRequest(values.monitorId),
	execute: (request, session) => deleteMonitor(request, session),
	toParts: (_answer, _options, values) => [
		{ json: { deleted: true, monitorId: values.monitorId } },
	],
});
