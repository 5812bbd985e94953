import type { INode, INodeExecutionData } from 'n8n-workflow';
import * as workflow from 'n8n-workflow';
import { ServiceError } from '../../../nodes/WebData/client/client';
import type { Failure } from '../../../nodes/WebData/errors/row';
import { labelsOf } from '../../../nodes/WebData/form/labels';
import type { FailedItem, UnsuccessfulItem } from '../../../nodes/WebData/host/output/errorReport';
import {
	forErrorOutput,
	toErrorItem,
	toNodeError,
} from '../../../nodes/WebData/host/output/errors';
import { failureTexts } from '../../../nodes/WebData/host/output/text';
import type { Operation } from '../../../nodes/WebData/operation/operation';
import { operations, rowsFor, type Texts } from '../../cases';
import { adviceOf, sentBodies } from '../../cases/rows';
import { nodeCodes, statuses, stockPhrases } from '../../support/stockPhrases';

// The namespace of an ES module is shared, so that a test can replace its properties.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	__esModule: true,
}));

const node = { name: 'Web Data', type: 'n8n-nodes-web-data.webData' } as unknown as INode;
const tool: INode = { ...node, type: `${node.type}Tool` };

const texts: Texts = { message: 'No', cause: 'It is so.', remedy: 'Change it.' };
const failureOf = (rest: Partial<Failure> = {}): Failure => ({
	...{ errorId: 'badRequest', retry: 'never', possiblyExecuted: false },
	...texts,
	...rest,
});

const [, scrape] = operations.find(([name]) => name === 'scrape.scrape') as [string, Operation];

type Ended = ConstructorParameters<typeof ServiceError>[1];

const failed = (rest: Partial<Failure>, ended?: Ended, operation = scrape): FailedItem => ({
	kind: 'failed',
	operation,
	labelOf: labelsOf(operation.form.fields),
	error: new ServiceError(failureOf(rest), ended),
});

const remedySentence =
	/^((For|If|To) [^,]+, |Otherwise, )?(Activate|Add|Allow|Ask|Change|Check|Choose|Contact|Convert|Correct|Create|Describe|Enter|Extract|Find|Follow|Get|Have|Increase|Leave|Look|Lower|Make sure|Mark|Open|Read|Remove|Rephrase|Request|Retry|Run|Scrape|Select|Send|Set|Simplify|Split|Start|Stop|Then run|Try|Turn|Upgrade|Use|Wait)\b/i;

it('every error of every operation is shown completely, and ends with a remedy in the imperative', () => {
	const isStock = (text: string) => stockPhrases.some((phrase) => text.includes(phrase));
	const rowsOf = (name: string) =>
		sentBodies.flatMap((sent) => Object.entries(rowsFor(name, sent)));
	const wrong = operations.flatMap(([name, operation]) =>
		rowsOf(name).flatMap(([row, { status, ...each }]) => {
			const rest = { ...each, httpCode: status, requestId: 'req-1' };
			const error = toNodeError(node, failed(rest, {}, operation), 2);
			const description = error.description ?? '';
			const shown = [error.message, description, ...error.messages];
			const lastSentence = description.split(/(?<=[.!?]) (?=[A-Z'])/).at(-1) ?? '';
			const isRight =
				error.message === each.message &&
				!shown.some((text) => isStock(text) || /[{}]|undefined|\[object/.test(text)) &&
				/^[A-Z'n].*\.$/.test(description) &&
				remedySentence.test(lastSentence) &&
				error.context.itemIndex === 2;
			return isRight ? [] : [{ name, row, shown }];
		}),
	);
	expect(wrong).toEqual([]);
});

it.each<[string, Partial<Failure>]>([
	['429', { httpCode: 429 }],
	['a paused account without a response', { errorId: 'rateLimitPaused' }],
])('n8n recognizes %s as a rate limit with a delay', (_name, rest) => {
	expect(toNodeError(node, failed({ ...rest, retryAfterMs: 7000 }), 0)).toHaveProperty('failure', {
		cause: 'rate-limited',
		retryAfterMs: 7000,
	});
});

describe('texts that n8n would replace', () => {
	it('are kept if they contain a code of Node.js', () => {
		const messages = nodeCodes.map((code) => `connect ${code} 10.0.0.1`);
		const shown = messages.map((message) => toNodeError(node, failed({ message }), 0).message);
		expect(shown).toEqual(messages);
	});

	it('are kept for each status', () => {
		const changed = statuses.filter((status) => {
			const error = toNodeError(node, failed({ httpCode: Number(status) }), 0);
			const shown = [error.message, error.description, ...error.messages];
			return shown.join() !== 'No,It is so. Change it.,No';
		});
		expect(changed).toEqual([]);
	});
});

it('a page with an error status keeps the paid content in the details', () => {
	const page = { markdown: '# No', metadata: { statusCode: 401 } };
	const facts = { statusCode: 401, page };
	const failing = failed({ ...rowsFor('scrape.scrape').pageRefused, facts });
	const details = { reason: 'badRequest', retryable: false, tries: 1, ...facts };
	expect(toErrorItem(failing, 0).json.details).toEqual(details);
	expect(toNodeError(node, failing, 0).context.data).toEqual(details);
});

it('issues about fields have their labels, with entries counted from 1, and are escaped only as HTML', () => {
	const issues = [
		{ path: ['timeout'], message: 'Expected number, received <string>.' },
		{ path: ['formats', 0, 'type'], message: 'Invalid enum value' },
	];
	const failing = failed({ issues });
	expect(toNodeError(node, failing, 0).description).toBe(
		"It is so. 'Options > Timeout (Ms)': Expected number, received &lt;string>; 'Formats > 1 > type': Invalid enum value. Change it.",
	);
	expect(toErrorItem(failing, 0).json.message).toContain('received <string>;');
	expect(toNodeError(tool, failing, 0).message).toContain('received <string>;');
});

describe('the text of the service', () => {
	const timeout = { label: 'Timeout', message: 'Too big.' };
	const url = { label: 'URL', message: 'Invalid URL' };
	const vague = failureOf({ messageFromIssue: true });

	it('is the first issue if the service gives no other reason', () => {
		expect(failureTexts(vague, [timeout, url])).toEqual({
			message: "'Timeout': Too big",
			sentences: ["'URL': Invalid URL."],
		});
	});

	it('stays in the description if it is longer than a message', () => {
		const long = { label: 'Formats', message: `must be one of: ${'markdown, '.repeat(20)}html` };
		expect(failureTexts(vague, [long])).toEqual({
			message: 'No',
			sentences: [`'Formats': ${long.message}.`],
		});
	});

	it.each([
		['Agent job not found', 'The service responded: "Agent job not found."'],
		['It broke and…', 'The service responded: "It broke and…"'],
	])('is quoted: %s', (serviceMessage, sentence) => {
		const { sentences } = failureTexts(failureOf({ serviceMessage }), [timeout]);
		expect(sentences).toEqual([sentence, "'Timeout': Too big."]);
	});
});

describe('"canceled", by which n8n recognizes a canceled execution', () => {
	it('is in no text of an error', () => {
		const all = operations.flatMap(([name]) =>
			Object.values(rowsFor(name)).map(({ message, cause, remedy }) => [
				message,
				cause,
				adviceOf(remedy),
			]),
		);
		expect(all.flat().filter((text) => text.includes('canceled'))).toEqual([]);
	});

	it('is spelled differently in a text of the service', () => {
		const { message } = toNodeError(node, failed({ message: 'Job was canceled' }));
		expect(message).toBe('Job was cancelled');
	});
});

describe('an invalid form', () => {
	const refused: UnsuccessfulItem = {
		kind: 'invalid',
		issues: [
			{ label: 'URL', message: 'is required' },
			{ label: 'Timeout (Ms)', message: 'must be at least 1000 (it is 5)' },
		],
	};
	const remedy =
		"Nothing was sent. Also: 'Timeout (Ms)' must be at least 1000 (it is 5). Correct the values, then try again.";

	it('has the whole text in the message of a tool, because the model gets nothing else', () => {
		const { message, description, context } = toNodeError(tool, refused, 0);
		expect(message).toBe(`'URL' is required. ${remedy}`);
		expect(description).toBeFalsy();
		expect(context.data).toMatchObject({ retryable: false });
	});

	it('names ten further fields, and counts the others', () => {
		const issues = Array.from({ length: 1000 }, (_, row) => ({
			label: `URLs ${row}`,
			message: 'is empty',
		}));
		const { description } = toNodeError(node, { kind: 'invalid', issues }, 0);
		expect(description).toMatch(
			/^Nothing was sent\. Also: 'URLs 1' is empty; .*; 'URLs 10' is empty; and 989 more\. Correct/,
		);
	});

	it('has the remedy in the description of a node, and in the message of an item', () => {
		const { message, description } = toNodeError(node, refused, 0);
		expect([message, description]).toEqual(["'URL' is required", remedy]);
		const { json } = toErrorItem(refused, 0);
		expect(json).toMatchObject({ error: "'URL' is required", message: remedy });
	});
});

it.each<[string, number, string, string | undefined]>([
	['unreached', 2, 'sent the request 2 times, with a total wait of 2 s', undefined],
	['creditLimitReached', 1, 'sent the request once', 'Max Credits per Execution'],
	['waitTooLong', 0, 'The wait would exceed', 'Max Retry Wait (Seconds)'],
	['maxTriesReached', 1, 'It is so. Change it.', undefined],
	['timedOutTwice', 2, 'does not repeat a request that timed out twice', 'Max Tries'],
	['unsafeToRepeat', 1, 'a retry could execute the operation twice', undefined],
])('the error of a call that ended with %s after %i attempts names the limit', (...row) => {
	const [stopReason, attempts, says, setting] = row;
	const waitedMs = attempts > 1 ? 2000 : 0;
	const ended = failed({ errorId: 'refused' }, { stopReason, attempts, waitedMs } as Ended);
	const { description = '' } = toNodeError(node, ended, 0);
	expect(description).toContain(says);
	expect(/'(?:[^']* > )?(Max [^']+)' on the Settings tab/.exec(description ?? '')?.[1]).toBe(
		setting,
	);
});

it('the error of a wait that is too long states the time that the service requests, if it states one', () => {
	const descriptionOf = (retryAfterMs?: number, attempts = 2) => {
		const ended = failed({ retryAfterMs }, { stopReason: 'waitTooLong', attempts });
		return toNodeError(node, ended, 0).description;
	};
	for (const attempts of [0, 2]) {
		const text = 'on the Settings tab. The service requests a wait of 90 s.';
		expect(descriptionOf(90_000, attempts)).toContain(text);
	}
	expect(descriptionOf()).not.toContain('The service requests');
});

it.each([
	['unsafeToRepeat', 'backoff', false],
	['notRetryable', 'ifFree', false],
	['maxTriesReached', 'ifFree', true],
] as const)('an error that ended with %s and has the advice %s is retryable: %s', (...row) => {
	const [stopReason, retry, retryable] = row;
	const { json } = toErrorItem(failed({ retry }, { stopReason }), 0);
	expect(json.details).toMatchObject({ retryable });
});

const host = workflow as { ACTIONABLE_CAUSES?: unknown };

const outputOf = (onError: INode['onError'], items: INodeExecutionData[]) =>
	forErrorOutput({ name: 'Web Data', onError } as INode, items);

const page: INodeExecutionData = { json: { markdown: '# Page' }, pairedItem: { item: 0 } };
const errorItem = (message: string, details: object): INodeExecutionData => ({
	json: { error: 'Forbidden', message, details: details as never },
	pairedItem: { item: 1 },
});
const failedItems = [page, errorItem('Use another key.', { httpCode: 403, jobId: 'a-job' })];

it('n8n before 2.37 gets only error and message, with the details in the message', () => {
	jest.replaceProperty(host, 'ACTIONABLE_CAUSES', undefined);
	const json = {
		error: 'Forbidden',
		message: 'Use another key. Details: {"httpCode":403,"jobId":"a-job"}',
	};
	expect(outputOf('continueErrorOutput', failedItems)).toEqual([
		page,
		{ json, pairedItem: { item: 1 } },
	]);
});

it('n8n gets items unchanged if On Error has another value, or from 2.37 on', () => {
	jest.replaceProperty(host, 'ACTIONABLE_CAUSES', undefined);
	for (const onError of ['continueRegularOutput', 'stopWorkflow', undefined] as const) {
		expect(outputOf(onError, failedItems)).toEqual(failedItems);
	}
	jest.restoreAllMocks();
	expect(outputOf('continueErrorOutput', failedItems)).toEqual(failedItems);
});
