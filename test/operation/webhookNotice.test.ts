import { webhookNotice } from '../../nodes/WebData/operation/webhookNotice';

const publicService = 'https://service.example';
const ownService = 'http://127.0.0.1:3002';

it.each([
	['https://n8n.example/webhook/a/webhook', publicService, undefined],
	['https://n8n.example/webhook-waiting/7?signature=a', publicService, undefined],
	['https://n8n.example/webhook-test/a/webhook', publicService, 'testWebhook'],
	['http://localhost:5678/webhook-test/a', ownService, 'testWebhook'],
	['https://n8n.example/workflow/Ab1/', publicService, 'editorWebhook'],
	['http://localhost:5678/webhook/a', publicService, 'privateWebhook'],
	['http://[::1]:5678/webhook/a', publicService, 'privateWebhook'],
	['http://192.168.0.7:5678/webhook/a', publicService, 'privateWebhook'],
	['http://172.20.0.3/webhook/a', publicService, 'privateWebhook'],
	['http://n8n:5678/webhook/a', publicService, 'privateWebhook'],
	['http://nas.local/webhook/a', publicService, 'privateWebhook'],
	['http://localhost:5678/webhook/a', ownService, undefined],
	['http://172.32.0.3/webhook/a', publicService, undefined],
	['http://10.example.com/webhook/a', publicService, undefined],
	['http://[2606:4700::1111]/webhook/a', publicService, undefined],
])('webhookNotice of %s with the service %s is %s', (url, baseUrl, kind) => {
	expect(webhookNotice({ webhook: { url } }, baseUrl)?.kind).toBe(kind);
});

it('webhookNotice is undefined for a request without a webhook', () => {
	expect([webhookNotice(undefined, publicService), webhookNotice({}, publicService)]).toEqual([
		undefined,
		undefined,
	]);
});
