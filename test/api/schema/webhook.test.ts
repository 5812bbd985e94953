import { webhookSchema } from '../../../nodes/WebData/api/schema/webhook';
import { problems } from './problems';

const webhook = webhookSchema(['started', 'page', 'completed']);
const url = 'https://example.com/hook';

it.each([
	[{ url }],
	[{ url, headers: { 'X-Token': 'abc' }, metadata: { customer: '4711' }, events: ['page'] }],
])('accepts %j', (value) => {
	expect(problems(webhook, value)).toEqual([]);
});

it.each([
	[{}, 'url is required'],
	[{ url: 'ftp://example.com' }, 'url must start with http:// or https://'],
	[{ url, metadata: { a: 1 } }, 'metadata.a must be text (it is 1)'],
	[
		{ url, events: ['action'] },
		'events.0 must be one of started, page, completed (it is "action")',
	],
	[{ url, secret: 'x' }, 'must not contain "secret"'],
])('rejects %j: %s', (value, problem) => {
	expect(problems(webhook, value)).toEqual([problem]);
});
