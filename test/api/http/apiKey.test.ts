import { normalizeApiKey } from '../../../nodes/WebData/api/http/apiKey';

test.each([
	['wd-0123', 'wd-0123'],
	[' wd-0123\n', 'wd-0123'],
	['Bearer wd-0123', 'wd-0123'],
	['bearer   wd-0123 ', 'wd-0123'],
	['Bearer', ''],
	['', ''],
	['bearerwd', 'bearerwd'],
])('normalizeApiKey turns %j into %j', (pasted, key) => {
	expect(normalizeApiKey(pasted)).toBe(key);
});
