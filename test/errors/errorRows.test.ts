import { failureOfResponse, rowsOf } from '../../nodes/WebData/errors/failure';
import type { AnyRow, Failure, RetryAdvice } from '../../nodes/WebData/errors/row';
import { withJobName } from '../../nodes/WebData/errors/rows/job';
import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { fallbackRows, responseRows } from '../../nodes/WebData/errors/rows/response';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { labelsOf } from '../../nodes/WebData/form/labels';
import { sayWith } from '../../nodes/WebData/host/output/text';
import { properties } from '../../nodes/WebData/resources';
import { agentFormRows, traceRows } from '../../nodes/WebData/resources/agent/errors';
import { browserSessionRows } from '../../nodes/WebData/resources/browserSession/service';
import { callRows } from '../../nodes/WebData/resources/catalog/service';
import { interactRows } from '../../nodes/WebData/resources/scrape/service';
import { type RouteName, routes } from '../cases/routes';
import { adviceOf, jobRowsFor, sentBodies } from '../cases/rows';
import { serviceRows } from '../cases/serviceRows';
import { errorRows, type SpecErrorRow } from '../spec/errorRows';
import { samples } from './samples';

const specRows: readonly SpecErrorRow[] = errorRows;
const httpRows = specRows.filter(({ status }) => status !== undefined);
const specTexts = specRows.map(({ error }) => error);

const failureOf = (status: number, body: object, route: RouteName): Failure =>
	failureOfResponse({ status, headers: {} }, body as never, { route: routes[route] }, 0);

const classify = (row: SpecErrorRow, route: RouteName, error = row.error): Failure => {
	const body = { error, code: row.code, ...row.extra };
	const success = row.onlyError === true ? {} : { success: false };
	return failureOf(row.status ?? 0, { ...success, ...body }, route);
};

const namesOf: Record<SpecErrorRow['table'], readonly RouteName[]> = {
	general: ['scrape', 'catalog', 'agent'],
	scrape: ['scrape', 'catalog'],
	agent: ['agent'],
	trace: [],
};

const cases = httpRows.flatMap((row) =>
	namesOf[row.table].map((route) => ({
		at: `${row.table}: ${row.id} (${route})`,
		route,
		row,
	})),
);

const wordings = [
	"'catalog' cannot be combined with 'url'.",
	'Zero data retention is not enabled for this team.',
	'Zero data retention is active for this team.',
];

const onlyStatus =
	/^(bad request|unauthorized|payment required|forbidden|not found|request timeout|conflict|gone|payload too large|unprocessable entity|internal server error|not implemented|bad gateway|service unavailable|gateway timeout)$/i;

describe('an error of the specification', () => {
	it('is retried as the specification says', () => {
		const retryOf = ({ table, status = 0, code, retryable }: SpecErrorRow): RetryAdvice => {
			if (code === 'request_unresolved') return 'sameKey';
			if (code === 'request_in_flight') return 'ifOwnRequest';
			if (table === 'scrape') return [429, 500, 503].includes(status) ? 'backoff' : 'never';
			return retryable === 'no' || retryable === 'notStated' ? 'never' : retryable;
		};
		const retries = cases.map(({ at, row, route }) => [at, classify(row, route).retry]);
		expect(retries).toEqual(cases.map(({ at, row }) => [at, retryOf(row)]));
	});

	it("keeps the service's code, status, and text, except a text that only repeats the status", () => {
		const wrong = cases.filter(({ row, route }) => {
			const { code, httpCode, message, serviceMessage } = classify(row, route);
			if (code !== row.code || httpCode !== row.status) return true;
			const isVague = onlyStatus.test(row.error) || /^[A-Z]+_[A-Z_]+$/.test(row.error);
			if (isVague || row.error === row.code) return serviceMessage !== undefined;
			const shown = `${message}. ${serviceMessage ?? ''}`.toLowerCase();
			return !shown.includes(row.error.replace(/\.$/, '').toLowerCase());
		});
		expect(wrong).toEqual([]);
	});

	it('with a code is recognized by its code, regardless of its text', () => {
		const texts = ['', 'Something else', ...wordings, ...specTexts];
		const wrong = cases.filter(({ row, route }) => {
			const ids = texts.map((text) => classify(row, route, text).errorId);
			return row.code !== undefined && ids.some((id) => id !== classify(row, route).errorId);
		});
		expect(wrong).toEqual([]);
	});

	it('has an error row of its own', () => {
		const ids = cases.map(({ at, row, route }) => [at, row.id, classify(row, route).errorId]);
		expect(ids.filter(([, id, errorId]) => id !== errorId)).toEqual([
			['general: forbidden (catalog)', 'forbidden', 'catalogForbidden'],
			['scrape: catalogBadRequest (scrape)', 'catalogBadRequest', 'badRequest'],
			['scrape: catalogBadRequest (catalog)', 'catalogBadRequest', 'badRequest'],
			['scrape: catalogNotEnabled (scrape)', 'catalogNotEnabled', 'featureNotEnabled'],
			['scrape: scrapeRateLimited (scrape)', 'scrapeRateLimited', 'rateLimit'],
			['scrape: scrapeRateLimited (catalog)', 'scrapeRateLimited', 'rateLimit'],
		]);
	});

	it('that ends a run has an error row for each trace code', () => {
		const codes = specRows.filter(({ table }) => table === 'trace').map(({ code }) => code);
		expect(codes).toHaveLength(5);
		expect(Object.keys(traceRows)).toEqual(codes);
		expect(Object.entries(traceRows).filter(([, { retry }]) => retry !== 'never')).toEqual([
			['internal', expect.objectContaining({ retry: 'backoff' })],
		]);
	});
});

describe('a response of the service', () => {
	const classified = samples.map((sample) => {
		const { status, route, errorId: _id, ...body } = sample;
		return { sample, failure: failureOf(status, { success: false, ...body }, route) };
	});

	it('has its error row, and a message that is specific and short', () => {
		const wrong = classified.filter(({ sample: { errorId, error }, failure }) => {
			const { message, serviceMessage = message, issues = [] } = failure;
			if (failure.errorId !== errorId || message.length > 120) return true;
			if (/^(bad request|forbidden|not found)/i.test(message)) return true;
			if (issues.some((issue) => error.startsWith(issue.message)))
				return serviceMessage !== serviceRows.find(({ id }) => id === errorId)?.message;
			return !error.includes(serviceMessage.replace(/…$/, ''));
		});
		expect(wrong).toEqual([]);
	});

	it('with status 500 is retried automatically only if its code is unknown', () => {
		const retried = serviceRows.filter(
			({ status, code = 'UNKNOWN_ERROR', retry }) =>
				status === 500 && code !== 'UNKNOWN_ERROR' && !['never', 'sometimes'].includes(retry),
		);
		expect(retried).toEqual([]);
		const body = { success: false, error: 'It broke', code: 'SCRAPE_SOMETHING_NEW' };
		expect(failureOf(500, body, 'scrape')).toMatchObject({ retry: 'backoff', code: body.code });
	});
});

describe('error rows', () => {
	const names = Object.keys(routes) as RouteName[];

	it('are in the documentation, whichever route lists them', () => {
		const listed = names.flatMap((name) => rowsOf(routes[name].errors));
		expect(new Set(listed)).toEqual(new Set(serviceRows));
	});

	it('have unique IDs, and each has a text that matches it', () => {
		const ids = serviceRows.map(({ id }) => id);
		expect(ids).toEqual([...new Set(ids)]);
		const unreachable = serviceRows.filter(
			({ id, message, status, code, fromGateway, unknownKeys, state }) => {
				const recorded = samples.filter(({ errorId }) => errorId === id).map(({ error }) => error);
				const reaching = names.filter((name) =>
					rowsOf(routes[name].errors).some((row) => row.id === id),
				);
				return ![message, ...recorded, ...wordings, ...specTexts].some((error) => {
					const keys = unknownKeys?.map((key) => ({ path: [key], message: 'Unrecognized key' }));
					const details = state === undefined ? keys : { state };
					const body = fromGateway ? {} : { success: false, error, code, details };
					return reaching.some((name) => failureOf(status, body, name).errorId === id);
				});
			},
		);
		expect(unreachable).toEqual([]);
	});

	it('with a pattern that is not in the specification have a sample', () => {
		const sampled = new Set([
			...samples.map(({ errorId }): string => errorId),
			...cases.map(({ row, route }) => classify(row, route).errorId),
		]);
		const unproven = serviceRows
			.filter(({ id, pattern }) => pattern !== undefined && !sampled.has(id))
			.map(({ id }) => id);
		// The specification states no texts for these errors, only their conditions.
		expect(unproven).toEqual(['catalogMixed', 'zeroDataRetentionActive', 'tooManyScrapes']);
	});

	const texts = [
		...[serviceRows, fallbackRows, responseRows, transportRows, traceRows, jobRowsFor('agent run')],
		...[pageRows, callRows, interactRows, browserSessionRows, agentFormRows],
		Object.values(failedPageRows).map((row) => withJobName(row, 'batch scrape')),
	]
		.flatMap((rows): Pick<AnyRow, 'message' | 'cause' | 'remedy'>[] => Object.values(rows))
		.flatMap(({ remedy, ...row }) =>
			sentBodies.flatMap((sent) => {
				const advice = adviceOf(remedy, sent);
				const withoutFields =
					adviceOf(
						remedy,
						sent,
						sayWith(() => undefined),
					) || advice;
				return [advice, withoutFields].map((each) => ({ ...row, remedy: each }));
			}),
		);
	const wordCount = (text: string) => text.split(' ').length;

	it('have a short and specific message without a period', () => {
		const wrong = texts.filter(
			({ message }) =>
				!/^[A-Z'].*[^.]$/.test(message) || message.length > 60 || onlyStatus.test(message),
		);
		expect(wrong).toEqual([]);
	});

	it('have a cause of one sentence with at most 30 words, and a remedy of whole sentences', () => {
		const isSentence = (text: string) => /^([A-Z{']|n8n ).*\.$/s.test(text);
		const wrong = texts.filter(
			({ cause, remedy }) =>
				![cause, remedy].every(isSentence) || /[.!?] /.test(cause) || wordCount(cause) > 30,
		);
		expect(wrong).toEqual([]);
	});

	it('name only fields, labels, and choices that exist', () => {
		const form = JSON.stringify([properties, 'Base URL', 'API Key']);
		const isField = (name: string) =>
			['apiKey', 'baseUrl'].includes(name) || labelsOf(properties)(name) !== undefined;
		const wrong = texts.flatMap(({ message, cause, remedy }) => {
			const text = `${message} ${cause} ${remedy}`;
			const fields = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
			const quoted = [...text.matchAll(/(?<!\w)'([A-Z][\w ]*)'/g)].map(([, label = '']) => label);
			const unknown = [
				...fields.filter((name) => !isField(name)),
				...quoted.filter((label) => !form.includes(`"${label}"`)),
			];
			return unknown.map((name) => `${message}: ${name}`);
		});
		expect(wrong).toEqual([]);
	});
});
