import fc from 'fast-check';
import { cases } from '../../cases';
import { invented } from '../../cases/existing';
import * as faults from '../../localService/faults';
import { useBuiltNode } from '../../support/useBuiltNode';
import { expectSoundRun } from './soundRun';
import { anyJson, anyValue, runs } from './values';

const { node, service } = useBuiltNode();

const known = fc.constantFrom(true, false, invented.jobId, 'processing', 'completed', 'failed');

const names = 'success data error code details id status events snapshot warning'.split(' ');

/** Objects with the names of the fields in responses. */
const nearly = fc.record(
	Object.fromEntries(names.map((name) => [name, fc.oneof(anyValue, known)])),
	{ requiredKeys: [] },
);

const listed = fc.record({
	success: fc.constant(true),
	data: fc.record({ catalog: fc.array(fc.oneof(anyValue, nearly), { maxLength: 3 }) }),
});

const deep = fc
	.integer({ min: 10, max: 5000 })
	.map((depth) => '['.repeat(depth) + ']'.repeat(depth))
	.map((text) => `{"success":true,"data":{"a":${text}},"id":"a","snapshot":${text}}`);

const answers = fc.record({
	status: fc.oneof(
		fc.constantFrom(200, 201),
		fc.constantFrom(400, 402, 404, 409, 410, 422, 429),
		fc.constantFrom(500, 502, 503, 504),
		fc.constantFrom(206, 301, 399, 418, 499, 501, 599, 999),
	),
	body: fc.oneof(
		nearly.map(anyJson),
		listed.map(anyJson),
		anyValue.map(anyJson),
		nearly.map((value) => anyJson(value).slice(0, -2)),
		fc.string({ unit: 'binary' }),
		deep,
	),
	headers: fc.record(
		{
			'retry-after': fc.constantFrom('0', '-5', 'soon', '1e400', '9'.repeat(30), ''),
			'x-request-id': fc.constantFrom('r-1', '', 'ä'),
		},
		{ requiredKeys: [] },
	),
});

it.each(cases.map((each) => [each.name, each] as const))(
	'%s returns items or an error, without the API key, for any response',
	async (_name, { resource, operation, parameters }) => {
		const form = { resource, operation, maxWait: 5, ...parameters(invented) };
		await fc.assert(
			fc.asyncProperty(
				answers,
				fc.boolean(),
				fc.boolean(),
				async ({ status, body, headers }, simplify, continueOnFail) => {
					await service.reset();
					const base64 = Buffer.from(body).toString('base64');
					const contentType = 'application/json';
					const answer = { kind: 'raw', status, contentType, base64, headers } as const;
					service.addFaults(faults.fault(answer, { times: 0 }));
					await expectSoundRun(node, {
						parameters: { ...form, simplify, requestSettings: { maxTries: 2 } },
						credential: { baseUrl: service.url, apiKey: service.apiKey },
						continueOnFail,
					});
				},
			),
			runs(12),
		);
	},
);
