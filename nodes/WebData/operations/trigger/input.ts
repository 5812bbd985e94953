import { z } from 'zod';
import { monitorEvents, monitorId } from '../../api/monitor/monitorRequest';
import type { JsonObject } from '../../api/http/response';
import { issuesOf, type ContractIssue } from '../../api/schema/issues';
import { nonBlank } from '../../api/schema/values';
import { deepMerge } from '../form/deepMerge';
import { createValues, monitorConflicts, toMonitorBody } from '../monitor/input';
import { DEFAULT_SIGNATURE_HEADER } from './delivery.fields';

const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;

const delivery = {
	readStatus: z.boolean().optional(),
	signatureHeader: z
		.string()
		.trim()
		.regex(HEADER_NAME, 'must be the name of an HTTP header')
		.default(DEFAULT_SIGNATURE_HEADER),
};

const jobEventValues = z.object({
	source: z.literal('jobEvents'),
	eventTypes: z.array(z.string()).optional(),
	jobIds: z
		.array(z.string().trim().uuid('must be the ID of a job, which is a UUID').toLowerCase())
		.optional(),
	metadataFilter: z.record(nonBlank, z.string()).optional(),
	...delivery,
});

const monitorDelivery = {
	source: z.literal('monitor'),
	events: z.array(z.enum(monitorEvents)).optional(),
	pageStatuses: z.array(z.string()).optional(),
	onlyMeaningful: z.boolean().optional(),
	...delivery,
};

const ownMonitorValues = createValues.omit({ webhook: true }).extend({
	monitorMode: z.literal('create'),
	onDeactivation: z.enum(['delete', 'pause']),
	additionalBodyFields: z.record(z.unknown()).optional(),
	...monitorDelivery,
});

const existingMonitorValues = z.object({
	monitorMode: z.literal('existing'),
	monitorId,
	...monitorDelivery,
});

export type OwnMonitorValues = z.infer<typeof ownMonitorValues>;
export type ExistingMonitorValues = z.infer<typeof existingMonitorValues>;
export type MonitorSourceValues = OwnMonitorValues | ExistingMonitorValues;
export type TriggerValues = z.infer<typeof jobEventValues> | MonitorSourceValues;

const schemaFor = ({ source, monitorMode }: JsonObject) => {
	if (source !== 'monitor') return jobEventValues;
	return monitorMode === 'existing' ? existingMonitorValues : ownMonitorValues;
};

const conflictsOf = (values: TriggerValues): ContractIssue[] =>
	values.source === 'monitor' && values.monitorMode === 'create' ? monitorConflicts(values) : [];

export function checkTrigger(
	values: JsonObject,
): { values: TriggerValues } | { issues: ContractIssue[] } {
	const checked = schemaFor(values).safeParse(values);
	if (!checked.success) return { issues: issuesOf(checked.error, values) };
	const issues = conflictsOf(checked.data);
	return issues.length === 0 ? { values: checked.data } : { issues };
}

/** Returns the request body for the trigger's monitor, without the webhook. */
export function toTriggerMonitor({
	source: _source,
	monitorMode: _mode,
	onDeactivation: _onDeactivation,
	events: _events,
	pageStatuses: _pageStatuses,
	onlyMeaningful: _onlyMeaningful,
	readStatus: _readStatus,
	signatureHeader: _signatureHeader,
	additionalBodyFields = {},
	...monitor
}: OwnMonitorValues): JsonObject {
	return deepMerge(toMonitorBody(monitor), additionalBodyFields);
}
