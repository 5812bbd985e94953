import { z } from 'zod';
import { monitorId } from '../../api/monitor/monitorRequest';
import { monitor } from '../../api/monitor/monitorResponse';
import { getRequest } from '../../api/monitor/requests';
import { defineOperation } from '../operation';
import { monitorIdField } from './ids.fields';
import { toMonitorParts } from './output';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get monitor',
	description: 'Return a monitor, with the time of the next check and the estimated cost',
	toolDescription:
		'Gets a monitor with its targets, schedule, status, the time of the next check, the summary of the last check, and the estimated credits per month. Needs the monitor ID.',
	fields: [monitorIdField],
	simplifies: true,
	output: monitor,
	input: z.object({ monitorId }).strict(),
	toRequest: (values) => getRequest(values.monitorId),
	toParts: (answer, { simplify }) => toMonitorParts(answer, simplify),
});
