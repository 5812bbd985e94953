import { checkTrigger, toTriggerMonitor } from '../../../nodes/WebData/triggers/events/form';

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
