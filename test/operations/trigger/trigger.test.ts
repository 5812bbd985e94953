import { NodeHelpers } from 'n8n-workflow';
import { triggerProperties } from '../../../nodes/WebData/operations';
import { checkTrigger, toTriggerMonitor } from '../../../nodes/WebData/operations/trigger/input';

const labelsOf = (form: Record<string, string>): string[] => {
	const values = NodeHelpers.getNodeParameters(triggerProperties, form, true, false, null, null);
	return triggerProperties
		.filter(({ displayOptions, type }) => {
			const shown = Object.entries(displayOptions?.show ?? {});
			return (
				type !== 'notice' && shown.every(([name, of]) => of?.includes(values?.[name] as string))
			);
		})
		.map(({ displayName }) => displayName);
};

describe('the form', () => {
	it.each([
		[{ source: 'jobEvents' }, ['Source', 'Event Types', 'Options']],
		[
			{ source: 'monitor', monitorMode: 'create' },
			[
				...['Source', 'Specify Monitor', 'Name', 'Targets', 'Schedule', 'Goal', 'Events'],
				...['When Deactivated', 'Options'],
			],
		],
		[
			{ source: 'monitor', monitorMode: 'existing' },
			['Source', 'Specify Monitor', 'Monitor', 'Events', 'Options'],
		],
	])('of %j has its fields, with defaults that n8n can resolve', (form, labels) => {
		expect(labelsOf(form)).toEqual(labels);
	});
});

describe('toTriggerMonitor', () => {
	const values = {
		source: 'monitor',
		monitorMode: 'create',
		onDeactivation: 'delete',
		events: ['monitor.page'],
		pageStatuses: ['changed'],
		readStatus: true,
		name: 'Tides',
		schedule: { text: 'hourly' },
		targets: [{ type: 'scrape', urls: ['https://a.example/'] }],
		retentionDays: 7,
		additionalBodyFields: { newField: 1 },
	};

	it('contains the fields of the API, and no settings of the node', () => {
		const checked = checkTrigger(values);
		if (!('values' in checked) || checked.values.source !== 'monitor') throw new Error('invalid');
		if (checked.values.monitorMode !== 'create') throw new Error('not created');
		expect(toTriggerMonitor(checked.values)).toEqual({
			name: 'Tides',
			schedule: { text: 'hourly' },
			targets: [{ type: 'scrape', urls: ['https://a.example/'] }],
			retentionDays: 7,
			newField: 1,
		});
	});

	it('is not called if a search has no goal', () => {
		const targets = [{ type: 'search', queries: ['tide'] }];
		expect(checkTrigger({ ...values, targets })).toMatchObject({ issues: [{ path: ['goal'] }] });
	});
});
