/**
 * Replaces `node:assert` in the bundle.
 *
 * When an assertion fails, Node.js 20 parses the file of the caller to build the message. For a minified
 * bundle of one line this blocks the process for seconds, and a response with status 000 is enough to cause it.
 */
function assert(value: unknown, message = 'Assertion failed'): asserts value {
	if (!value) throw new Error(message);
}

export = assert;
