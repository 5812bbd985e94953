import { z } from 'zod';
import { omitUndefined, type JsonObject } from '../../api/http/response';
import type { ContractIssue } from '../../api/schema/issues';
import {
	createMonitorRequest,
	targetsOf,
	updateMonitorRequest,
} from '../../api/monitor/monitorRequest';
import { nestedConflicts } from '../common/scrapeOptions/nestedOptions';
import { scrapeOptionValues, toScrapeOptions } from '../common/scrapeOptions/optionValues';
import { targetScrapeOptionsField } from './targets.field';

const targets = targetsOf(scrapeOptionValues);

export const createValues = createMonitorRequest.extend({ targets });
export const updateValues = updateMonitorRequest.extend({ targets: targets.optional() });

type Targets = z.infer<typeof targets>;

type MonitorValues = z.infer<typeof updateValues>;

const isEmptyObject = (object: JsonObject): boolean => Object.keys(object).length === 0;

const toTarget = (target: Targets[number]): JsonObject => {
	if (target.type === 'search' || target.scrapeOptions === undefined) return target;
	const options = toScrapeOptions(target.scrapeOptions);
	return omitUndefined({ ...target, scrapeOptions: isEmptyObject(options) ? undefined : options });
};

export const toMonitorBody = ({ targets: list, ...values }: MonitorValues): JsonObject =>
	omitUndefined({ ...values, targets: list?.map(toTarget) });

function conflictsOfTarget(target: Targets[number], index: number): ContractIssue[] {
	const path = ['targets', index];
	if (target.type === 'search') {
		return target.includeDomains !== undefined && target.excludeDomains !== undefined
			? [
					{
						path: [...path, 'includeDomains'],
						message: "cannot be combined with 'Exclude Domains'",
					},
				]
			: [];
	}
	return nestedConflicts(target.scrapeOptions ?? {}, targetScrapeOptionsField).map((issue) => ({
		...issue,
		path: [...path, ...issue.path],
	}));
}

export const targetConflicts = ({ targets: list = [] }: MonitorValues): ContractIssue[] =>
	list.flatMap(conflictsOfTarget);

const goalConflicts = ({
	targets: list = [],
	goal,
	judgeEnabled,
}: MonitorValues): ContractIssue[] =>
	goal === undefined && judgeEnabled !== false && list.some(({ type }) => type === 'search')
		? [
				{
					path: ['goal'],
					message: 'is required for a search target, unless {judgeEnabled} is off',
				},
			]
		: [];

export const monitorConflicts = (values: MonitorValues): ContractIssue[] => [
	...targetConflicts(values),
	...goalConflicts(values),
];
