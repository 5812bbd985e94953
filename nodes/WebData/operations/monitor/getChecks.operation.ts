import { z } from 'zod';
import { collectData } from '../../api/monitor/collectData';
import { checkStatuses, monitorId } from '../../api/monitor/monitorRequest';
import { check } from '../../api/monitor/monitorResponse';
import { listChecksRequest, offsetReader } from '../../api/monitor/requests';
import { objectsIn } from '../../api/http/pagination';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { monitorIdField } from './ids.fields';
import { filterOf, limitOf, listFields, listValues } from './list.fields';
import { withFailure } from './output';

export const getChecks = defineOperation({
	value: 'getChecks',
	name: 'Get Checks',
	action: 'Get monitor checks',
	description: 'List the checks of a monitor, one item per check, newest first',
	toolDescription:
		'Lists the checks of a monitor with their status, their cost, and the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID.',
	fields: [
		monitorIdField,
		...listFields,
		optionsField([
			{
				displayName: 'Check Status',
				name: 'status',
				type: 'options',
				default: 'completed',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Partial', value: 'partial', description: 'Some pages could not be checked' },
					{ name: 'Queued', value: 'queued' },
					{ name: 'Running', value: 'running' },
					{ name: 'Skipped: No Credits', value: 'skipped_no_credits' },
					{ name: 'Skipped: Overlap', value: 'skipped_overlap' },
				],
				description: 'Return only the checks with this status',
			},
		]),
	],
	output: check,
	input: z.object({ monitorId, ...listValues, status: z.enum(checkStatuses).optional() }).strict(),
	toRequest: (values) =>
		listChecksRequest(values.monitorId, limitOf(values), filterOf(values.status)),
	execute: (request, session, values) =>
		collectData(request, session, offsetReader(limitOf(values))),
	toParts: ({ data }) => objectsIn(data).map((json) => ({ json: withFailure(json) })),
});
