import { interactRows, interactServiceRows } from '../errors/rows/interact';
import { atMostOnce } from '../http/atMostOnce';
import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';

/** Sends code or a prompt at most once per item, because a repeated request could, for example, buy a product twice. */
export const interactOnce = (request: ApiRequest, session: Session): Promise<CallResult> =>
	atMostOnce(request, session, {
		unsettled: interactRows.interactUnsettled,
		// `interactionFailed` means that the service ran the code or the prompt, and that the run failed.
		hasKnownOutcome: ({ errorId }) => errorId === interactServiceRows.interactionFailed.id,
	});
