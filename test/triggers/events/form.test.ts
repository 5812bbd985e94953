import { validateTrigger } from '../../../nodes/WebData/triggers/events/form';

it('validateTrigger rejects a monitor with a search and without a goal', () => {
	const values = {
		...{ source: 'monitor', onDeactivation: 'delete', events: [] },
		...{ name: 'Tides', text: 'hourly' },
		targets: [{ type: 'search', queries: ['tide'] }],
	};
	expect(validateTrigger(values)).toMatchObject({ issues: [{ path: ['goal'] }] });
	expect(validateTrigger({ ...values, goal: 'Prices' })).toHaveProperty('values');
});
