import { checkTrigger } from '../../../nodes/WebData/triggers/events/form';

it('checkTrigger rejects a monitor with a search and without a goal', () => {
	const values = {
		...{ source: 'monitor', onDeactivation: 'delete', events: [] },
		...{ name: 'Tides', text: 'hourly' },
		targets: [{ type: 'search', queries: ['tide'] }],
	};
	expect(checkTrigger(values)).toMatchObject({ issues: [{ path: ['goal'] }] });
	expect(checkTrigger({ ...values, goal: 'Prices' })).toHaveProperty('values');
});
