import type { CallResult, Session } from '../http/call';
import { collect, type PageReader } from '../http/pagination';
import type { ApiRequest } from '../http/request';

export async function collectData(
	request: ApiRequest,
	session: Session,
	reader: PageReader,
): Promise<CallResult> {
	const listed = await collect(request, session, reader);
	if (!listed.ok) return listed;
	const { items, attempts, waits } = listed;
	return { ok: true, answer: { success: true, data: items }, attempts, waits };
}
