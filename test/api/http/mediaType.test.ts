import { mediaType } from '../../../nodes/WebData/api/http/mediaType';

test.each([
	['text/html', 'text/html'],
	['Text/HTML; charset=UTF-8', 'text/html'],
	[' application/pdf ;q=1', 'application/pdf'],
	['', ''],
])('mediaType of %p is %p', (header, expected) => {
	expect(mediaType(header)).toBe(expected);
});
