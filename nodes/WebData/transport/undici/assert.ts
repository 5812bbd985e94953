/**
 * Replaces `node:assert` in the bundle.
 *
 * When an assertion fails, Node.js 20 parses the calling file to build the message. Parsing the minified one-line
 * bundle blocks the process for seconds. A response with the status code 000 makes an assertion in undici fail.
 */
function assert(value: unknown, message = 'Assertion failed'): asserts value {
	if (!value) throw new Error(message);
}

export = assert;
