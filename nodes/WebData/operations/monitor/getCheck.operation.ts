import { z } from 'zod';
import { collectCheck } from '../../api/monitor/collectCheck';
import { checkId, monitorId, pageStatuses } from '../../api/monitor/monitorRequest';
import { checkPage } from '../../api/monitor/monitorResponse';
import { checkPagesRequest } from '../../api/monitor/requests';
import { objectsIn } from '../../api/http/pagination';
import { optionsField } from '../common/options.fields';
import { defineOperation, type Notice } from '../operation';
import { checkIdField, monitorIdField } from './ids.fields';
import { filterOf, limitOf, listFields, listValues } from './list.fields';
import { dataIn, toPageParts, unfinishedNotices } from './output';

const noCheckPages: Notice = {
	kind: 'noCheckPages',
	text: 'The check has no pages, so the output contains no items',
};

const noPagesWithStatus: Notice = {
	kind: 'noCheckPages',
	text: 'The check has no pages with this status, so the output contains no items',
	advice: "To get all pages, remove 'Page Status' from the options",
};

export const getCheck = defineOperation({
	value: 'getCheck',
	name: 'Get Check',
	action: 'Get monitor check',
	description:
		'Return the pages of a check, one item per page, with their differences and judgments',
	toolDescription:
		'Lists the pages of a monitor check with their status (new, changed, removed, or same), their changes, and a judgment of each change. Needs the monitor ID and the check ID.',
	fields: [
		monitorIdField,
		checkIdField,
		...listFields,
		optionsField([
			{
				displayName: 'Page Status',
				name: 'status',
				type: 'options',
				default: 'changed',
				options: [
					{ name: 'Changed', value: 'changed' },
					{ name: 'Error', value: 'error' },
					{ name: 'New', value: 'new' },
					{ name: 'Removed', value: 'removed' },
					{ name: 'Same', value: 'same' },
				],
				description: 'Return only the pages with this status',
			},
		]),
	],
	simplifies: true,
	output: checkPage,
	input: z
		.object({ monitorId, checkId, ...listValues, status: z.enum(pageStatuses).optional() })
		.strict(),
	toRequest: (values) =>
		checkPagesRequest(values.monitorId, values.checkId, limitOf(values), filterOf(values.status)),
	execute: (request, session, values) => collectCheck(request, session, limitOf(values)),
	toParts: (answer, { simplify }, values) =>
		simplify ? toPageParts(answer, values.monitorId) : [{ json: answer }],
	notices: (answer, { status }) => [
		...unfinishedNotices(dataIn(answer)),
		...(objectsIn(dataIn(answer).pages).length > 0
			? []
			: [status === undefined ? noCheckPages : noPagesWithStatus]),
	],
});
