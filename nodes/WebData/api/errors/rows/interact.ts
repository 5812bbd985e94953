// The catalogue's rows for what can become of acting on a page, beside what the service answers.

import type { ErrorRow } from '../failure';

export const interactRows = {
	interactUnsettled: {
		id: 'interactUnsettled',
		message: 'It is not known whether the page was acted on',
		cause:
			'An earlier try of this node sent the instruction and got no clear answer, so it is not sent again.',
		remedy:
			"Look at the page, or in the service's dashboard, whether it was carried out; to act again, execute the workflow anew.",
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
