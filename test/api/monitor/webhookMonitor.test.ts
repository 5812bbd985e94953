import {
	isSameNode,
	knownSchedule,
	monitorChanges,
} from '../../../nodes/WebData/api/monitor/webhookMonitor';

const ID = 'a8cd6222-692b-498e-9a3b-af00fa2a9f03';

describe('isSameNode', () => {
	it.each([
		[`https://n8n.example/webhook-test/${ID}/webhook`, true],
		[`https://other.example/webhook/${ID}/webhook`, false],
		[`https://n8n.example/webhook/another/webhook`, false],
		[`https://n8n.example/staging/webhook/${ID}/webhook`, false],
		['', false],
		['no url', false],
	])('of a production URL and %j is %s', (url, expected) => {
		expect(isSameNode(`https://n8n.example/webhook/${ID}/webhook`, url)).toBe(expected);
	});
});

describe('monitorChanges', () => {
	const stored = {
		name: 'Tides',
		status: 'active',
		schedule: { cron: '7 * * * *', timezone: 'UTC' },
		targets: [{ id: ID, type: 'scrape', urls: ['https://a.example/'] }],
		retentionDays: 30,
	};
	const wanted = {
		name: 'Tides',
		schedule: { text: 'hourly' },
		targets: [{ type: 'scrape', urls: ['https://a.example'] }],
	};
	const known = knownSchedule(stored, wanted);

	it('is empty for a monitor that only differs in defaults and IDs of the service', () => {
		expect(monitorChanges(stored, wanted, known)).toEqual({});
	});

	it('contains the whole value of each field that differs', () => {
		const changed = { ...stored, name: 'Other', targets: [...stored.targets, { type: 'search' }] };
		expect(monitorChanges(changed, wanted, known)).toEqual({
			name: 'Tides',
			targets: wanted.targets,
		});
	});

	it.each([
		['a text whose cron is not known', stored, wanted, undefined],
		[
			'a cron that was changed elsewhere',
			{ ...stored, schedule: { cron: '8 * * * *' } },
			wanted,
			known,
		],
		['another text', stored, { ...wanted, schedule: { text: 'daily' } }, known],
		[
			'another time zone',
			stored,
			{ ...wanted, schedule: { text: 'hourly', timezone: 'Asia/Tokyo' } },
			known,
		],
	])('contains the schedule for %s', (_title, monitor, body, schedule) => {
		expect(monitorChanges(monitor, body, schedule)).toEqual({ schedule: body.schedule });
	});

	it('ignores the other fields of a schedule with a cron expression', () => {
		const body = { schedule: { cron: '7 * * * *' } };
		expect(monitorChanges(stored, body)).toEqual({});
	});
});

it('isSameNode compares hosts with non-ASCII letters, no matter how often it is called', () => {
	const [active, test] = ['webhook', 'webhook-test'].map(
		(path) => `https://münchen.example/${path}/4711/webhook`,
	) as [string, string];
	const results = Array.from({ length: 20_000 }, () => isSameNode(active, test));
	expect(results.filter((isSame) => !isSame)).toHaveLength(0);
});
