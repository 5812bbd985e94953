// What an error tells a person to change is on the form in front of them: every operation with every row that can reach it.

import type { FailureRow } from '../../nodes/WebData/api/failures/failure';
import { answerRows } from '../../nodes/WebData/api/failures/answerRows';
import { failureOfCall, missingCall } from '../../nodes/WebData/api/failures/callFailures';
import { runRows } from '../../nodes/WebData/api/failures/runRows';
import { netRows, serviceRows, type Endpoint } from '../../nodes/WebData/api/failures/serviceRows';
import { traceRows } from '../../nodes/WebData/api/failures/traceRows';
import { transportRows } from '../../nodes/WebData/api/failures/transportRows';
import { withLabels } from '../../nodes/WebData/host/words';
import { resources } from '../../nodes/WebData/operations';
import type { Operation } from '../../nodes/WebData/operations/operation';
import { requestSettingsField } from '../../nodes/WebData/operations/settings.fields';
import { errorRows, type ErrorRow } from '../spec/errorRows';
import { everyField } from './everyField';

type Texts = Pick<FailureRow, 'message' | 'cause' | 'remedy'>;

const everywhere: Record<string, Texts> = {
	...Object.fromEntries(Object.values(netRows).map((row) => [row.id, row])),
	...answerRows,
	...transportRows,
};
const { maxWaitOver, maxWaitOverCancelled, failedWithoutCode, startUnsettled, noRunId } = runRows;
const ofStart = { startUnsettled, noRunId };
const ofFollowing = { ...traceRows, maxWaitOver, maxWaitOverCancelled, failedWithoutCode };
const ofCalls = { callMissing: missingCall, callFailed: failureOfCall({}) };

/** What an operation meets beside what all do, and the part of the service that it asks. */
const reach: Record<string, { endpoint: Endpoint; own?: Record<string, Texts> }> = {
	'agent.cancel': { endpoint: 'agent' },
	'agent.get': { endpoint: 'agent' },
	'agent.getSnapshot': { endpoint: 'agent' },
	'agent.getTrace': { endpoint: 'agent' },
	'agent.run': { endpoint: 'agent', own: { ...ofStart, ...ofFollowing } },
	'agent.start': { endpoint: 'agent', own: ofStart },
	'agent.wait': { endpoint: 'agent', own: ofFollowing },
	'catalog.call': { endpoint: 'catalog', own: ofCalls },
	'scrape.interact': { endpoint: 'interact' },
	'scrape.scrape': { endpoint: 'scrape' },
	'scrape.stopInteract': { endpoint: 'interact' },
};

const rowsFor = (name: string): Record<string, Texts> => {
	const { endpoint = 'scrape', own } = reach[name] ?? {};
	const reaching = serviceRows.filter(
		({ endpoints }) => endpoints === undefined || endpoints.includes(endpoint),
	);
	return { ...Object.fromEntries(reaching.map((row) => [row.id, row])), ...everywhere, ...own };
};

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation): [string, Operation] => [
		`${resource.value}.${operation.value}`,
		operation,
	]),
);

const credential = ['API Key', 'Base URL'];

it('looks at every operation', () => {
	expect(operations.map(([name]) => name)).toEqual(Object.keys(reach));
});

describe.each(operations)('%s', (name, { fields: own }) => {
	const fields = [...own, requestSettingsField];
	const placed = everyField(fields);
	const known = new Set([
		...credential,
		...placed.map(({ label }) => label),
		...placed.flatMap(({ field }) => (field.options ?? []).map((each) => each.name)),
		...placed.flatMap(({ field }) =>
			(field.options ?? []).map((each) => ('displayName' in each ? each.displayName : each.name)),
		),
	]);

	it.each(Object.entries(rowsFor(name)))(
		'%s says why and what to do, and names nothing that is not on the form',
		(_row, { cause, remedy }) => {
			for (const text of [cause, remedy]) {
				const said = withLabels(text, fields);
				expect(said).toMatch(/^[A-Z'n].*\.$/);
				expect(said).not.toMatch(/[{}]/);
				const quoted = [...said.matchAll(/(?<!\w)'([A-Z][^']*)'/g)].map(([, label = '']) => label);
				expect(quoted.filter((label) => !known.has(label))).toEqual([]);
			}
		},
	);
});

it('the way to a field is told with its name', () => {
	const scrape = operations.find(([name]) => name === 'scrape.scrape')?.[1].fields ?? [];
	const wait = operations.find(([name]) => name === 'agent.wait')?.[1].fields ?? [];
	const text = 'Give it more time. Raise {timeout}. Check {apiKey}.';
	expect(withLabels(text, scrape)).toBe(
		"Give it more time. Raise 'Options > Page Loading > Timeout (Ms)'. Check 'API Key' of the credential.",
	);
	expect(withLabels(text, wait)).toBe("Give it more time. Check 'API Key' of the credential.");
});

/** UX guidelines, error messages: these words say nothing. The service's own words stay as they are. */
it.each(
	Object.values({ ...rowsFor('scrape.scrape'), ...rowsFor('agent.run') }).map((row) => [
		row.message,
	]),
)('"%s" is told without empty words', (message) => {
	const rows: readonly ErrorRow[] = errorRows;
	const isWorded = rows.some(({ error }) => error === message);
	expect(isWorded || !/\b(error|problem|failure|mistake)\b/i.test(message)).toBe(true);
});
