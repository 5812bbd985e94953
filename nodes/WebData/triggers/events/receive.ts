import {
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';
import { normalizeApiKey } from '../../client/account';
import { type Client, ServiceError, serviceError } from '../../client/client';
import { insertLabels, labelsOf } from '../../form/labels';
import { allIssues, readParameters, triggerParameters } from '../../host/input';
import { toItemJson } from '../../host/item';
import { withClient } from '../../host/network/accounts';
import { hostRuntime } from '../../host/network/runtime';
import type { JsonObject } from '../../json/json';
import { TOKEN_HEADER } from '../../resources/monitor/service';
import { DeliveryMemory, readJobStatus, SharedReads } from './delivery';
import {
	deliveryId,
	filteredItems,
	isTooLarge,
	jobKey,
	parseEvent,
	type WebhookEvent,
} from './event';
import { triggerProperties, type TriggerValues, validateTrigger } from './form';
import { HOOK_SETTINGS } from './hook';
import { webhookToken } from './ownership';
import { triggerState } from './state';
import { readSecret, type Rejection, UNUSABLE_SECRET, verifyDelivery } from './verify';

/** @throws an error that names the invalid fields */
export function readTrigger(context: Parameters<typeof triggerParameters>[0]): TriggerValues {
	const reading = readParameters(triggerParameters(context), triggerProperties, 0);
	const checked = validateTrigger(reading.values);
	const issues = allIssues(reading, 'issues' in checked ? checked.issues : []);
	if (issues.length === 0 && 'values' in checked) return checked.values;
	const texts = issues.map(
		({ label, message }) =>
			`'${label}' ${insertLabels(message, labelsOf(triggerProperties)) ?? message}`,
	);
	throw new NodeOperationError(context.getNode(), texts.join('; '), {
		description: 'Correct the value, then try again.',
	});
}

/** The service repeats a delivery if the node does not respond within 10 seconds. */
const STATUS_TIMEOUT_MS = 8_000;

const deliveries = new DeliveryMemory();

const ignored: IWebhookResponseData = { webhookResponse: {} };

/** `reason` is written to the log. */
function refuse(
	context: IWebhookFunctions,
	status: number,
	error: string,
	reason: string,
): IWebhookResponseData {
	context.logger.warn(`${context.getNode().name} ${reason}`);
	context.getResponseObject().status(status).json({ error });
	return { noWebhookResponse: true };
}

const rejectionTexts = (signatureHeader: string): Record<Rejection, string> => ({
	missingToken: `the header ${TOKEN_HEADER} is missing`,
	wrongToken: `the token in the header ${TOKEN_HEADER} is wrong. If the API key in the credential was replaced, deactivate the workflow, and activate it again`,
	missingSignature: `the header ${signatureHeader} is missing. Check 'Signature Header', and make sure that the service signs its events`,
	unusableSecret: `${UNUSABLE_SECRET}. Enter the secret again, or clear the field`,
	wrongSignature: `the signature in the header ${signatureHeader} is wrong. Check the credential's 'Webhook Secret'`,
});

const bodyOf = (context: IWebhookFunctions): Buffer => {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	return rawBody ?? Buffer.alloc(0);
};

/** Returns the accepted tokens. An empty API key would make the token guessable. */
function tokensOf(context: IWebhookFunctions, apiKey: string): string[] {
	const { token } = triggerState(context);
	const purpose = isTest(context) ? 'test' : 'workflow';
	const derived = apiKey === '' ? [] : [webhookToken(context, purpose, apiKey)];
	return token === undefined ? derived : [token, ...derived];
}

async function rejectionOf(
	context: IWebhookFunctions,
	{ source, signatureHeader }: TriggerValues,
): Promise<Rejection | undefined> {
	const credential = await context.getCredentials('webDataApi');
	const read = readSecret(credential);
	if (read === 'unusableSecret') return read;
	return verifyDelivery(
		{ headers: context.getHeaderData(), rawBody: bodyOf(context) },
		{
			tokens:
				source === 'monitor' ? tokensOf(context, normalizeApiKey(credential.apiKey)) : undefined,
			secret: read.secret,
			signatureHeader,
		},
	);
}

/** Whether n8n is listening for a test event. */
const isTest = (context: IWebhookFunctions): boolean => context.getMode() === 'manual';

const nodeKey = (context: IWebhookFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().name]);

const storedIdOf = (context: IWebhookFunctions, event: WebhookEvent): string | undefined =>
	isTest(context) ? undefined : deliveryId(event);

function isDuplicate(context: IWebhookFunctions, event: WebhookEvent): boolean {
	const id = storedIdOf(context, event);
	const { webhookIds = [] } = triggerState(context);
	return id !== undefined && deliveries.has(nodeKey(context), webhookIds, id);
}

/**
 * Stores the ID of an event that starts the workflow. n8n 2.41 may lose the first change to the state, so the function
 * sets the state twice.
 */
function remember(context: IWebhookFunctions, event: WebhookEvent): void {
	const id = storedIdOf(context, event);
	if (id === undefined) return;
	const state = triggerState(context);
	const node = nodeKey(context);
	const webhookIds = deliveries.add(node, state.webhookIds ?? [], id);
	state.webhookIds = webhookIds;
	void hostRuntime.sleep(0).then(() => {
		state.webhookIds = webhookIds;
	});
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) deliveries.remove(node, id);
	});
}

/** A problem makes the service repeat the event. */
type Current = { current?: JsonObject } | { problem: string };

const statusReads = new SharedReads<Current>(() => hostRuntime.elapsed(), {
	problem: 'too many events in the last minute',
});

/** Times before the status is read again, because the service may not know a job until seconds after its start. */
const NOT_FOUND_PAUSES_MS = [2000, 3000];

async function readNewStatus(event: WebhookEvent, client: Client): Promise<JsonObject | undefined> {
	for (const pauseMs of NOT_FOUND_PAUSES_MS) {
		const current = await readJobStatus(event, client).catch(serviceError);
		if (!(current instanceof ServiceError)) return current;
		if (current.failure.httpCode !== 404) throw current;
		await client.runtime.sleep(pauseMs, client.stop.signal);
	}
	return await readJobStatus(event, client);
}

async function readCurrent(context: IWebhookFunctions, event: WebhookEvent): Promise<Current> {
	const controller = new AbortController();
	const clear = hostRuntime.setTimer(STATUS_TIMEOUT_MS, () => controller.abort());
	const limits = { maxTries: 2, maxWaitMs: STATUS_TIMEOUT_MS, signal: controller.signal };
	try {
		const reading = withClient(context, { ...HOOK_SETTINGS, ...limits }, (client) =>
			readNewStatus(event, client),
		);
		const current = await reading.catch(serviceError);
		if (!(current instanceof ServiceError)) return { current };
		if (!current.isAborted) return { problem: current.failure.message };
		return { problem: `no response within ${STATUS_TIMEOUT_MS / 1000} seconds` };
	} finally {
		clear();
	}
}

/** Starts the workflow with the items of an event. Refuses an event that is not from the service. */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const values = readTrigger(context);
	const rejection = await rejectionOf(context, values);
	if (rejection !== undefined) {
		const reason = rejectionTexts(values.signatureHeader)[rejection];
		return refuse(context, 401, 'Unauthorized', `rejected an event: ${reason}`);
	}
	const event = parseEvent(bodyOf(context));
	if (event === undefined) {
		const reason = "rejected a request: its body is not a JSON object with a 'type'";
		return refuse(context, 400, 'The request body is not an event', reason);
	}
	if (isTooLarge(event)) {
		const reason = 'rejected an event: its data contains too many elements';
		return refuse(context, 413, 'The event contains too much data', reason);
	}
	const items = filteredItems(event, values);
	if (items.length === 0 || isDuplicate(context, event)) return ignored;
	const read =
		values.readStatus === true
			? await statusReads.read(nodeKey(context), jobKey(event), () => readCurrent(context, event))
			: {};
	if ('problem' in read) {
		const reason = `could not read the status of ${String(event.id)}: ${read.problem}`;
		return refuse(context, 503, 'The job status could not be read', reason);
	}
	// The service may have delivered the event again while the node was reading the status.
	if (isDuplicate(context, event)) return ignored;
	remember(context, event);
	const { current } = read;
	const withStatus = items.map((item) => (current === undefined ? item : { ...item, current }));
	return { workflowData: [withStatus.map((item) => ({ json: toItemJson(item) }))] };
}
