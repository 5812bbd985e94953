import { until } from '../n8n/until';
import type { WebhookAnswer } from '../n8n/webhook';
import type { QueueSetup } from './setup';
import type { Call } from './workflows';

/** The local service generates this page without a request. */
export const pageUrl = (number: number): string => `http://synthetic.example/page/${number + 1}`;

export const pageText = (number: number): string => `This is page ${number + 1} of`;

export const scrapePage = (
	{ cluster }: QueueSetup,
	path: string,
	number: number,
): Promise<WebhookAnswer> => cluster.webhook(path, { body: { url: pageUrl(number) } });

export const isOwnPage = (answer: WebhookAnswer | undefined, number: number): boolean =>
	answer?.status === 200 && answer.text.includes(pageText(number));

/** Resolves when the service has received the call. */
export async function callOnce(
	{ cluster, service }: QueueSetup,
	path: string,
	call: Call,
): Promise<void> {
	await cluster.webhook(path, { body: { calls: [call] } });
	await until('the call has arrived', () =>
		service.requests.find(({ rawBody }) => rawBody.includes(JSON.stringify(call.options))),
	);
}
