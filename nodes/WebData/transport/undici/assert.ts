/**
 * Replaces `node:assert` in the bundle.
 *
 * When an assertion fails, Node.js 20 parses the calling file to build the message. For a minified one-line bundle,
 * parsing blocks the process for seconds. A response with status 000 is enough to trigger such an assertion.
 */
function assert(value: unknown, message = 'Assertion failed'): asserts value {
	if (!value) throw new Error(message);
}

export = assert;
