import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import { failureMessage, serviceSentences } from '../../../nodes/WebData/host/output/serviceText';

const failure = (more: Partial<Failure> = {}): Failure => ({
	errorId: 'badRequest',
	message: 'Invalid request',
	cause: 'A field was rejected.',
	remedy: 'Correct it.',
	retry: 'never',
	possiblyExecuted: false,
	...more,
});

const timeout = { label: 'Timeout', message: 'Too big.' };
const url = { label: 'URL', message: 'Invalid URL' };

test('the first issue becomes the message if the service gives no other reason', () => {
	const vague = failure({ messageFromIssue: true });
	expect(failureMessage(vague, [timeout, url])).toBe("'Timeout': Too big");
	expect(serviceSentences(vague, [timeout, url])).toEqual(["'URL': Invalid URL."]);
});

test('an issue longer than a message stays in the description', () => {
	const vague = failure({ messageFromIssue: true });
	const long = { label: 'Formats', message: `must be one of ${'markdown, '.repeat(20)}html` };
	expect(failureMessage(vague, [long])).toBe('Invalid request');
	expect(serviceSentences(vague, [long])).toEqual([`'Formats': ${long.message}.`]);
});

test.each([
	['Agent job not found', 'The service responded: "Agent job not found."'],
	['It broke.', 'The service responded: "It broke."'],
	['It broke and…', 'The service responded: "It broke and…"'],
])('the text of the service is quoted: %s', (serviceMessage, sentence) => {
	expect(serviceSentences(failure({ serviceMessage }), [timeout])).toEqual([
		sentence,
		"'Timeout': Too big.",
	]);
});
