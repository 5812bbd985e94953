// Every answer of the service is a JSON object; anything else has a name for what it is.

import { parseBody } from '../../../nodes/WebData/api/http/response';

test.each([
	['{}', {}],
	[
		'{"success":true,"data":{"markdown":"Grüße ☃"}}',
		{ success: true, data: { markdown: 'Grüße ☃' } },
	],
	['\n {"a":null} \n', { a: null }],
])('%j is an object', (text, object) => {
	expect(parseBody(Buffer.from(text))).toEqual({ object });
});

test.each([
	['', 'empty'],
	['  \r\n\t', 'empty'],
	['null', 'nothing'],
	['[]', 'array'],
	['[{"success":true}]', 'array'],
	['5', 'scalar'],
	['"ok"', 'scalar'],
	['true', 'scalar'],
	['<!DOCTYPE html><html></html>', 'html'],
	['\n<html lang="en">', 'html'],
	['<?xml version="1.0"?><a/>', 'html'],
	['<!-- proxy --><p>', 'html'],
	['{"success":true,"data":{"markd', 'cutOffJson'],
	['[{"a":1},', 'cutOffJson'],
	['upstream connect error', 'notJson'],
	['OK', 'notJson'],
])('%j is no answer: %s', (text, defect) => {
	expect(parseBody(Buffer.from(text))).toEqual({ defect });
});

test('bytes that are no UTF-8 do not throw', () => {
	expect(parseBody(Buffer.from([0xff, 0xfe, 0x00]))).toEqual({ defect: 'notJson' });
});
