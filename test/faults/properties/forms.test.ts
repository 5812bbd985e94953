import fc from 'fast-check';
import { operations } from '../../cases';
import { issuesIn } from '../../cases/checks';
import type { Issue } from '../../localService/answer';
import { loadBuiltNode } from '../../support/builtNode';
import { expectSoundRun } from './soundRun';
import { formFor, runs } from './values';

const credential = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key-of-the-test' };
const node = loadBuiltNode();

/** Whether the form contains JSON that is merged into the request without a check. */
const isCompleted = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	Object.entries(value).some(
		([key, inner]) =>
			key === 'additionalBodyFields' ||
			(key === 'redactPII' && typeof inner === 'object') ||
			isCompleted(inner),
	);

/** The node does not parse CSS selectors, and sends choices that it does not know. */
const isUnchecked = ({ code, message }: Issue): boolean =>
	/CSS selector/.test(message) || code === 'enum';

it.each(operations)(
	'%s sends a valid request or no request for any form',
	async (name, { form: { fields } }) => {
		const [resource, operation] = name.split('.');
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(formFor(fields, 0), formFor(fields, 1)),
				fc.boolean(),
				async (form, continueOnFail) => {
					const parameters = {
						...form,
						resource,
						operation,
						requestSettings: { previewRequest: true },
					};
					const [item] = await expectSoundRun(node, { parameters, credential, continueOnFail });
					if (item === undefined || 'error' in item.json) return;
					sent += 1;
					const { url, body, headers } = item.json;
					expect(new URL(String(url)).origin).toBe(credential.baseUrl);
					expect(headers).toMatchObject({ authorization: 'Bearer ***' });
					const issues = isCompleted(form)
						? []
						: issuesIn(name, JSON.parse(JSON.stringify(body ?? {})));
					expect(issues.filter((issue) => !isUnchecked(issue))).toEqual([]);
				},
			),
			runs(60),
		);
		expect(sent).toBeGreaterThan(0);
	},
);
