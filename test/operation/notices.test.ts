import { objectOf } from '../../nodes/WebData/form/field';
import { followSettings, waitFields, waitOptions } from '../../nodes/WebData/operation/jobWait';
import { jobNotices, webhookNotice, wildcardUrls } from '../../nodes/WebData/operation/notices';
import { agentJob } from '../../nodes/WebData/resources/agent/job';

const waitForIt = 'Use the Wait operation with the job ID from the item';

it.each<[object, string[]]>([
	[
		{},
		[
			"The node received no status for the agent run within the time in 'Max Wait (Seconds)'",
			waitForIt,
		],
	],
	[{ success: true }, ['The service returned no status for the agent run', waitForIt]],
	[
		{ status: 'processing' },
		[
			"The agent run did not finish within the time in 'Max Wait (Seconds)', so the result is not available yet",
			waitForIt,
		],
	],
	[{ status: 'completed' }, []],
	[
		{ status: 'paused' },
		["The agent run has the status 'paused', which this node does not recognize", waitForIt],
	],
	[
		{ status: 'archived', data: 1 },
		[
			"The agent run has the status 'archived', which this node does not recognize",
			'Check the result, because the response shows that the job has ended',
		],
	],
])('jobNotices says whether the job with the response %j has ended', (response, texts) => {
	const notices = jobNotices(agentJob, { status: { ...response } });
	expect(notices.flatMap(({ text, advice }) => [text, advice])).toEqual(texts);
});

const schema = objectOf({ ...waitFields('job'), ...waitOptions('job') });

it('followSettings has the defaults of the form, in milliseconds', () => {
	expect(followSettings(schema.parse({}))).toEqual({
		intervalMs: 10_000,
		maxWaitMs: 600_000,
		onTimeout: 'error',
		cancelOnStop: true,
	});
});

test('wildcardUrls returns the URLs that end with an asterisk', () => {
	const url = 'https://a.example/*';
	expect(wildcardUrls({ url })).toEqual([url]);
	expect(wildcardUrls({ urls: [`${url}/`, 'https://a.example/a*b', 5] })).toEqual([`${url}/`]);
});

const publicService = 'https://service.example';
const ownService = 'http://127.0.0.1:3002';

it.each<[string, string, RegExp | undefined]>([
	['https://n8n.example/webhook/a/webhook', publicService, undefined],
	['http://localhost:5678/webhook-test/a', ownService, /test URL/],
	['https://n8n.example/workflow/Ab1/', publicService, /editor/],
	['http://[::1]:5678/webhook/a', publicService, /private host/],
	['http://192.168.0.7:5678/webhook/a', publicService, /private host/],
	['http://172.20.0.3/webhook/a', publicService, /private host/],
	['http://n8n:5678/webhook/a', publicService, /private host/],
	['http://nas.local/webhook/a', publicService, /private host/],
	['http://localhost:5678/webhook/a', ownService, undefined],
	['http://172.32.0.3/webhook/a', publicService, undefined],
	['http://10.example.com/webhook/a', publicService, undefined],
	['http://[2606:4700::1111]/webhook/a', publicService, undefined],
])('webhookNotice of %s with the service %s is %s', (url, baseUrl, text) => {
	expect(webhookNotice({ webhook: { url } }, baseUrl)?.text).toEqual(
		text && expect.stringMatching(text),
	);
});

it('webhookNotice names the variable that n8n prefers, and that of older versions', () => {
	const advice = webhookNotice({ webhook: { url: 'http://n8n:5678/a' } }, publicService)?.advice;
	expect(advice).toContain(' N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n)');
});

const resumeUrl = 'https://n8n.example/waits/7?signature=a';
const final = ['completed', 'failed', 'cancelled'];

it.each([
	['all events', resumeUrl, undefined, /first event/],
	['an event before the end', `${resumeUrl}`, ['action', ...final], /first event/],
	['no failures', resumeUrl, ['completed'], /every end/],
	['the usual endpoint', 'https://n8n.example/webhook-waiting/7', [], /first event/],
])(
	'webhookNotice warns of a URL that resumes the execution with %s',
	(_what, url, events, text) => {
		const notice = webhookNotice({ webhook: { url, events } }, publicService, resumeUrl);
		expect(notice?.text).toMatch(text);
	},
);

it.each([
	[resumeUrl, final],
	[resumeUrl, ['completed', 'failed']],
])('webhookNotice does not warn of %s with the events %j', (url, events) => {
	expect(webhookNotice({ webhook: { url, events } }, publicService, resumeUrl)).toBeUndefined();
});

it('webhookNotice is undefined for a request without a webhook', () => {
	expect(webhookNotice(undefined, publicService)).toBeUndefined();
	expect(webhookNotice({}, publicService)).toBeUndefined();
});
