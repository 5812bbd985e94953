import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import assert from '../../../nodes/WebData/transport/undici/assert';
import { builtFolder } from '../../support/build';

describe('assert', () => {
	it('throws if the value is falsy', () => {
		expect(() => assert(0)).toThrow('Assertion failed');
		expect(() => assert(false, 'no body')).toThrow('no body');
		expect(() => assert(1)).not.toThrow();
	});

	it('replaces the assertions of Node.js in the bundle', () => {
		const bundle = readFileSync(join(builtFolder, 'nodes/WebData/WebData.node.js'), 'utf8');
		expect(bundle).not.toMatch(/require\(["'](node:)?assert["']\)/);
	});

	it('has the only function that undici uses', () => {
		const folder = join(dirname(require.resolve('undici/package.json')), 'lib');
		const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.js'))
			.map((name) => readFileSync(join(folder, name), 'utf8'));
		expect(sources.filter((source) => source.includes("require('node:assert')"))).not.toEqual([]);
		expect(sources.filter((source) => /\bassert\.\w+\(/.test(source))).toEqual([]);
	});
});
