import fc from 'fast-check';
import * as faults from '../../localService/faults';
import { useBuiltNode } from '../../support/useBuiltNode';
import { runForm } from './formContext';
import { propertySettings } from './settings';
import { anyValue } from './values';
import { expectSound } from './wellFormed';

const { node, service } = useBuiltNode();

const uuid = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const agent = (operation: string, values: object) => ({ resource: 'agent', operation, ...values });
const scrape = (operation: string, values: object) => ({
	resource: 'scrape',
	operation,
	...values,
});

const forms = [
	scrape('scrape', { url: 'https://example.com/' }),
	scrape('interact', { scrapeId: uuid, interactWith: 'prompt', prompt: 'Go on' }),
	scrape('stopInteract', { scrapeId: uuid }),
	{
		resource: 'catalog',
		operation: 'call',
		specifyCalls: 'json',
		catalogJson: '[{"provider":"a","capability":"b"},{"provider":"c","capability":"d"}]',
	},
	agent('start', { prompt: 'Summarize' }),
	agent('run', { prompt: 'Summarize', maxWait: 5 }),
	agent('wait', { jobId: uuid, maxWait: 5 }),
	agent('get', { jobId: uuid }),
	agent('cancel', { jobId: uuid }),
	agent('getTrace', { jobId: uuid }),
	agent('getSnapshot', { jobId: uuid, snapshotId: uuid }),
];

const jsonText = (value: unknown): string =>
	JSON.stringify(value, (_key, leaf: unknown) =>
		typeof leaf === 'bigint' ? String(leaf) : leaf,
	) ?? 'null';

const nearly = fc.record(
	Object.fromEntries(
		[
			'success',
			'data',
			'error',
			'code',
			'details',
			'id',
			'status',
			'events',
			'snapshot',
			'warning',
		].map((name) => [
			name,
			fc.oneof(anyValue, fc.constantFrom(true, false, uuid, 'processing', 'completed', 'failed')),
		]),
	),
	{ requiredKeys: [] },
);

const listed = fc.record({
	success: fc.constant(true),
	data: fc.record({ catalog: fc.array(fc.oneof(anyValue, nearly), { maxLength: 3 }) }),
});

const deep = fc
	.integer({ min: 10, max: 5000 })
	.map((depth) => '['.repeat(depth) + ']'.repeat(depth));

const bodies = fc.oneof(
	nearly.map(jsonText),
	listed.map(jsonText),
	anyValue.map(jsonText),
	nearly.map((value) => jsonText(value).slice(0, -2)),
	fc.string({ unit: 'binary' }),
	deep.map((text) => `{"success":true,"data":{"a":${text}},"id":"${uuid}","snapshot":${text}}`),
);

const statuses = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(200, 201, 202) },
	{ weight: 3, arbitrary: fc.constantFrom(400, 402, 403, 404, 408, 409, 410, 422, 429) },
	{ weight: 2, arbitrary: fc.constantFrom(500, 502, 503, 504) },
	fc.constantFrom(203, 206, 300, 301, 307, 399, 418, 451, 499, 501, 505, 599, 999),
);

const headers = fc.record(
	{
		'retry-after': fc.oneof(
			fc.integer().map(String),
			fc.constantFrom(
				'0',
				'-5',
				'soon',
				'1e400',
				'9'.repeat(30),
				'Wed, 21 Oct 2015 07:28:00 GMT',
				'',
			),
		),
		'x-request-id': fc.constantFrom('r-1', '', 'ä'),
		'content-type': fc.constantFrom('text/html', 'application/json', ''),
	},
	{ requiredKeys: [] },
);

const answers = fc.record({ status: statuses, headers, body: bodies });

const settings = { requestSettings: { maxTries: 2 } };

describe.each(forms)('$resource $operation', (form) => {
	it('returns an item or an error for any response', async () => {
		const property = fc.asyncProperty(
			answers,
			fc.boolean(),
			fc.boolean(),
			async ({ status, headers: sent, body }, simplify, continueOnFail) => {
				await service.reset();
				const answer: faults.FaultAnswer = {
					kind: 'raw',
					status,
					contentType: 'application/json',
					base64: Buffer.from(body).toString('base64'),
					headers: sent,
				};
				service.addFaults(faults.fault(answer, { times: 0 }));
				const credential = { baseUrl: service.url, apiKey: service.apiKey };
				const parameters = { ...form, ...settings, simplify };
				await expectSound(
					runForm(node, { parameters, credential, continueOnFail }),
					continueOnFail,
					service.apiKey,
				);
			},
		);
		await fc.assert(property, propertySettings(120));
	}, 60_000);
});
