// Scrape one URL. Specification: POST /v2/scrape, ordinary URL mode.

import { z } from 'zod';
import { isObject, type JsonObject } from '../../api/http/response';
import { findConflicts } from '../../api/scrape/conflicts';
import type { Format } from '../../api/scrape/formats';
import type { ContractIssue } from '../../api/schema/issues';
import { page } from '../../api/scrape/page';
import {
	redactPIIOptions,
	scrapeRequest,
	type ScrapeRequest,
} from '../../api/scrape/scrapeRequest';
import { failureOfPage, pageStatusError } from '../../api/errors/pageError';
import { defineOperation, type OutputPart } from '../operation';
import { filesIn } from '../common/pageOutput/files';
import { downloadFields } from '../common/pageOutput/files.fields';
import { pageNotices } from '../common/pageOutput/notices';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { scrapeOptionsField } from '../common/scrapeOptions/options.fields';

/** Without `timeout` in the request the service may take this long, in milliseconds: the largest that can be asked for. */
const LONGEST_TIMEOUT_MS = 300_000;

/** Characters of a name in the item that still show whole in the editor. */
const LONGEST_PREFIX = 50;

const formValues = scrapeRequest.extend({
	redactPIIOptions: redactPIIOptions.optional(),
	returnPdfUnparsed: z.boolean().optional(),
	downloadFiles: z.boolean().default(false),
	fieldPrefix: z.string().max(LONGEST_PREFIX).default(''),
	failOnPageError: z.boolean().default(false),
});

type FormValues = z.infer<typeof formValues>;

/** A format with nothing set but its type goes as its name. */
const asSent = (format: Format): Format | string =>
	Object.keys(format).length === 1 ? format.type : format;

/** Whoever adds the options wants to redact: with nothing chosen in them, in the service's own way. */
const redaction = ({
	redactPII,
	redactPIIOptions: how,
}: FormValues): ScrapeRequest['redactPII'] => {
	if (how === undefined) return redactPII;
	return Object.keys(how).length > 0 ? how : true;
};

/** To send either of the two would be a guess, and a wrong one leaves personal data in the page. */
const unsureRedaction = ({ redactPII, redactPIIOptions: how }: FormValues): ContractIssue[] =>
	redactPII === false && how !== undefined
		? [{ path: ['redactPII'], message: 'cannot be off beside {redactPIIOptions}' }]
		: [];

const defined = (body: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

function bodyOf(values: FormValues): JsonObject {
	const { downloadFiles: _kept, fieldPrefix: _named, failOnPageError: _own, ...sent } = values;
	const { redactPIIOptions: _how, returnPdfUnparsed, formats, parsers, ...rest } = sent;
	return defined({
		...rest,
		formats: formats?.map(asSent),
		redactPII: redaction(values),
		parsers: returnPdfUnparsed === true ? [] : parsers,
	});
}

const dataIn = (answer: JsonObject): JsonObject => (isObject(answer.data) ? answer.data : {});

/** What the page answered, where that makes the item a failure. */
const failingAt = (answer: JsonObject, { failOnPageError }: FormValues) =>
	failOnPageError ? pageStatusError(dataIn(answer)) : undefined;

function partsOf(answer: JsonObject, simplify: boolean, values: FormValues): OutputPart[] {
	const refusal = failingAt(answer, values);
	if (refusal !== undefined) return [{ failure: failureOfPage(refusal, dataIn(answer)) }];
	const isHeld = simplify && isObject(answer.data);
	const json = isHeld ? dataIn(answer) : answer;
	if (!values.downloadFiles) return [{ json }];
	const files = filesIn(dataIn(answer), values.fieldPrefix);
	const placed = files.map(({ at = [], ...file }) => ({
		...file,
		at: isHeld ? at : ['data', ...at],
	}));
	return [{ json, files: placed }];
}

const serviceTimeoutMs = ({ timeout }: { timeout?: unknown }): number =>
	typeof timeout === 'number' ? timeout : LONGEST_TIMEOUT_MS;

export const scrape = defineOperation({
	value: 'scrape',
	name: 'Scrape',
	action: 'Scrape page',
	description: 'Get the content of a web page as Markdown, JSON or another format',
	toolDescription:
		'Reads one web page or PDF file and returns its content as Markdown, with title, final URL and status code. Needs the full address; it neither searches the web nor follows links. Costs credits.',
	fields: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/article',
			description: 'Address of the page, with http:// or https://',
		},
		formatsField,
		...downloadFields,
		scrapeOptionsField,
	],
	input: formValues,
	conflicts: (values) => [...findConflicts(values), ...unsureRedaction(values)],
	toRequest: (values) => ({
		endpoint: 'scrape',
		method: 'POST',
		path: ['scrape'],
		dataField: 'data',
		body: bodyOf(values),
		idempotency: 'repeatable',
		serviceTimeoutMs,
	}),
	simplifies: true,
	output: page,
	toParts: (answer, { simplify }, values) => partsOf(answer, simplify, values),
	notices: (answer, values, nowMs) =>
		failingAt(answer, values) === undefined
			? pageNotices(dataIn(answer), { asked: values, nowMs })
			: [],
});
