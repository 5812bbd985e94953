import { parseBody, type JsonObject } from '../../nodes/WebData/api/http/response';
import { maskFailure, maskResponse } from '../../nodes/WebData/api/http/maskSecret';

const key = 'wd-0123456789abcdef';

const nested = (levels: number, inner: string): Buffer =>
	Buffer.from(`{"data":${'['.repeat(levels)}${inner}${']'.repeat(levels)}}`);

const parsed = (body: Buffer): JsonObject => {
	const result = parseBody(body);
	if (!('object' in result)) throw new Error(result.defect);
	return result.object;
};

const innermost = (json: unknown): unknown => {
	let value = json;
	while (Array.isArray(value)) value = value[0] as unknown;
	return value;
};

// n8n supports about 4,100 levels of nesting. The node accepts up to 4,000 levels.
it.each([1_900, 3_900])('a response with %i levels is searched for the key and kept', (levels) => {
	const answer = parsed(nested(levels, '"page"'));
	expect(maskResponse(answer, key)).toBe(answer);
});

it.each([1_900, 3_900])('the key is masked below %i levels', (levels) => {
	const answer = parsed(nested(levels, `"Bearer ${key}"`));
	expect(innermost(maskResponse(answer, key).data)).toBe('Bearer ***');
});

it('the key is masked in a deeply nested failure', () => {
	const facts = { answer: parsed(nested(3_900, `"${key}"`)) };
	const masked = maskFailure(
		{
			errorId: 'badRequest',
			message: '',
			cause: '',
			remedy: '',
			retry: 'never',
			possiblyExecuted: false,
			facts,
		},
		key,
	);
	expect(innermost((masked.facts as typeof facts).answer.data)).toBe('***');
});
