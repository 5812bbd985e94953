import type { INode, NodeApiError } from 'n8n-workflow';
import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import { toErrorItem, toNodeError } from '../../../nodes/WebData/host/output/errors';
import type { FailedItem, UnsuccessfulItem } from '../../../nodes/WebData/host/itemResult';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';
import type { Operation } from '../../../nodes/WebData/operations/operation';
import { operations, rowsFor, type Texts } from '../../support/errorsByOperation';
import { nodeCodes, statuses, stockPhrases } from '../../support/stockPhrases';

const node: INode = {
	id: 'id',
	name: 'Web Data',
	type: 'n8n-nodes-web-data.webData',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const remedySentence =
	/^((If|To) [^,]+, |Otherwise, )?(Activate|Add|Allow|Ask|Change|Check|Choose|Contact|Correct|Describe|Enter|Extract|Find|Follow|Get|Have|Increase|Look|Lower|Make sure|Open|Read|Remove|Request|Retry|Run|Scrape|Send|Set|Simplify|Start|Then run|Try|Turn|Upgrade|Use|Wait)\b/i;

const failed = (operation: Operation, texts: Texts, rest: Partial<Failure> = {}): FailedItem => ({
	kind: 'failed',
	operation,
	reading: readForm(operation.fields, {}),
	result: {
		ok: false,
		failure: { errorId: 'badRequest', retry: 'never', possiblyExecuted: false, ...texts, ...rest },
		stopReason: 'notRetryable',
		attempts: 1,
		waits: [],
	},
});

const lastSentence = (text: string): string => text.split(/(?<=[.!?]) (?=[A-Z'])/).at(-1) ?? '';

it("n8n's default messages are known", () => {
	expect(stockPhrases).toEqual(
		expect.arrayContaining([
			'Bad request - please check your parameters',
			'Authorization failed - please check your credentials',
			'The service was not able to process your request',
			'The service refused the connection - perhaps it is offline',
		]),
	);
	expect(stockPhrases.length).toBeGreaterThan(nodeCodes.length + 10);
});

it.each<[string, Partial<Failure>]>([
	['429', { httpCode: 429 }],
	['a paused account without a response', { errorId: 'rateLimitPaused' }],
])('n8n recognizes %s as a rate limit with a delay', (_name, rest) => {
	const [[name, operation]] = operations as [(typeof operations)[0]];
	const { rateLimitPaused } = rowsFor(name);
	const failing = failed(operation, rateLimitPaused as Texts, { ...rest, retryAfterMs: 7000 });
	expect(toNodeError(node, failing, 0)).toHaveProperty('failure', {
		cause: 'rate-limited',
		retryAfterMs: 7000,
	});
});

describe.each(operations)('%s', (name, operation) => {
	it.each(Object.entries(rowsFor(name)))('%s is shown completely', (_row, texts) => {
		const rest = { httpCode: texts.status, requestId: 'req-1' };
		const error = toNodeError(node, failed(operation, texts, rest), 2);
		const description = error.description ?? '';
		const shown = [error.message, description, ...error.messages];
		expect(error.message).toBe(texts.message);
		expect(shown.filter((text) => stockPhrases.some((phrase) => text.includes(phrase)))).toEqual(
			[],
		);
		expect(shown.join(' ')).not.toMatch(/[{}]|undefined|\[object/);
		expect(description).toMatch(/^[A-Z'n].*\.$/);
		expect(lastSentence(description)).toMatch(remedySentence);
		expect(error.context.itemIndex).toBe(2);
	});
});

describe('texts that n8n would replace', () => {
	const [, operation] = operations.find(([name]) => name === 'scrape.scrape') ?? [];
	if (operation === undefined) throw new Error('There is no scrape');
	const texts = { cause: 'It is so.', remedy: 'Change it.' };

	it.each(nodeCodes)('%s in the text of the service is kept', (code) => {
		const message = `connect ${code} 10.0.0.1`;
		expect(toNodeError(node, failed(operation, { ...texts, message }), 0).message).toBe(message);
		const refused: UnsuccessfulItem = {
			kind: 'invalid',
			issues: [{ label: code, message: 'is required' }],
		};
		expect(toNodeError(node, refused, 0).message).toBe(`'${code}' is required`);
	});

	it.each(statuses)('nothing is added for the status %s', (status) => {
		const rest = { httpCode: Number(status) };
		const error = toNodeError(node, failed(operation, { ...texts, message: 'No' }, rest), 0);
		expect([error.message, error.description]).toEqual(['No', 'It is so. Change it.']);
		expect(error.messages).toEqual(['No']);
	});
});

describe('a page with an error status', () => {
	const [, operation] = operations.find(([name]) => name === 'scrape.scrape') ?? [];
	const texts = rowsFor('scrape.scrape').pageRefused;
	if (operation === undefined || texts === undefined) throw new Error('There is no such row');
	const page = { markdown: '# No', metadata: { statusCode: 401 } };
	const failing = failed(operation, texts, { facts: { statusCode: 401, page } });

	it('keeps the paid content in the details', () => {
		const details = { reason: 'badRequest', retryable: false, tries: 1, statusCode: 401, page };
		expect(toErrorItem(failing, 0).json.details).toEqual(details);
		expect(toNodeError(node, failing, 0).context.data).toEqual(details);
	});

	it('is not reported as a status of the service', () => {
		const error = toNodeError(node, failing, 0);
		expect([(error as NodeApiError).httpCode, error.failure]).toEqual([null, undefined]);
	});
});

describe('issues of the service about single fields', () => {
	const [, operation] = operations.find(([name]) => name === 'scrape.scrape') ?? [];
	if (operation === undefined) throw new Error('There is no scrape');
	const texts = { message: 'Bad Request', cause: 'It is so.', remedy: 'Change it.' };
	const issues = [
		{ path: 'timeout', message: 'Expected number, received <string>.' },
		{ path: 'formats.0.type', message: 'Invalid enum value' },
	];
	const failing = failed(operation, texts, { issues });

	it('have the labels of the fields, with entries counted from 1, and are shown completely as HTML', () => {
		expect(toNodeError(node, failing, 0).description).toBe(
			"It is so. 'Options > Page: Timeout (Ms)': Expected number, received &lt;string>; 'Formats > 1 > type': Invalid enum value. Change it.",
		);
	});

	it.each([
		['in an item', toErrorItem(failing, 0).json.message],
		['for a model', toNodeError({ ...node, type: `${node.type}Tool` }, failing, 0).message],
	])('are escaped %s', (_where, text) => {
		expect(text).toContain('received <string>;');
	});
});

describe('an error that is not a stop by the user', () => {
	it('does not contain "canceled", by which n8n recognizes a canceled execution', () => {
		const texts = operations.flatMap(([name]) =>
			Object.values(rowsFor(name)).flatMap(({ message, cause, remedy }) => [
				message,
				cause,
				remedy,
			]),
		);
		expect(texts.filter((text) => text.includes('canceled'))).toEqual([]);
	});

	it('spells "canceled" in a text of the service differently', () => {
		const [[, operation]] = operations as [(typeof operations)[0]];
		const texts = { message: 'Job was canceled', cause: 'No reason.', remedy: 'Try again.' };
		expect(toNodeError(node, failed(operation, texts, {}))).toHaveProperty(
			'message',
			'Job was cancelled',
		);
	});
});
