import type { ErrorRow } from '../errorRow';

/** Ways in which a successful status can carry something that is no answer of this service. */
export type ResponseDefect =
	'html' | 'notJson' | 'cutOffJson' | 'empty' | 'nothing' | 'array' | 'scalar' | 'noData';

const notThisService = {
	cause:
		'Something else than the Web Data Service answers at {baseUrl}, or a proxy on the way changed the answer.',
	remedy: 'Check {baseUrl}: it is the address of the API, not of a website or dashboard.',
	retry: 'never',
} as const;

const incomplete = {
	cause:
		'The answer arrived incomplete, although its end was announced: something on the way cut it.',
	remedy: 'Run the node again; if it stays, ask whoever runs the service or the proxy before it.',
	// Specification: Retry rules name no rule for a success that cannot be read. A read and a keyed call give the same again.
	retry: 'ifFree',
} as const;

export const responseRows = {
	html: { message: 'The service answered with an HTML page instead of JSON', ...notThisService },
	notJson: { message: 'The service answered with something that is not JSON', ...notThisService },
	cutOffJson: { message: "The service's JSON answer is cut off", ...incomplete },
	empty: { message: 'The service answered with an empty body', ...incomplete },
	nothing: { message: 'The service answered with null instead of an object', ...notThisService },
	array: { message: 'The service answered with a list instead of an object', ...notThisService },
	scalar: {
		message: 'The service answered with a bare value instead of an object',
		...notThisService,
	},
	noData: { message: "The service's answer holds no data", ...notThisService },
} as const satisfies Record<ResponseDefect, Omit<ErrorRow, 'id' | 'possiblyExecuted'>>;
