import { interactRows } from '../errors/rows/interact';
import { atMostOnce } from '../http/atMostOnce';
import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';

/** Sends an instruction at most once per item, because repeating a click could buy a product twice. */
export const interactOnce = (request: ApiRequest, session: Session): Promise<CallResult> =>
	atMostOnce(request, session, {
		unsettled: interactRows.interactUnsettled,
		// The response shows how the code or prompt ended.
		hasKnownOutcome: ({ errorId }) => errorId === 'interactionFailed',
	});
