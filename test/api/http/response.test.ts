import { hasInexactInteger, parseBody } from '../../../nodes/WebData/api/http/response';

test.each([
	['{}', {}],
	[
		'{"success":true,"data":{"markdown":"Grüße ☃"}}',
		{ success: true, data: { markdown: 'Grüße ☃' } },
	],
	['\n {"a":null} \n', { a: null }],
	['\uFEFF{"a":1}', { a: 1 }],
])('parseBody returns the object %j', (text, object) => {
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
])('parseBody rejects %j: %s', (text, defect) => {
	expect(parseBody(Buffer.from(text))).toEqual({ defect });
});

test('parseBody does not throw for invalid UTF-8', () => {
	expect(parseBody(Buffer.from([0xff, 0xfe, 0x00]))).toEqual({ defect: 'notJson' });
});

test.each([
	['{"a":[{"id":9007199254740993}]}', true],
	['{"a":[{"id":9007199254740991}]}', false],
	['{"a":1e300}', false],
	['{"a":0.1,"b":"9007199254740993"}', false],
])('hasInexactInteger of %s is %s', (text, expected) => {
	expect(hasInexactInteger(JSON.parse(text))).toBe(expected);
});

test('hasInexactInteger searches JSON that is nested deeper than the stack', () => {
	const json: unknown = JSON.parse(`${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`);
	expect(hasInexactInteger(json)).toBe(true);
});
