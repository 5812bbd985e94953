import { listRequest } from '../../api/browserSession/requests';
import { objectsIn } from '../../api/http/pagination';
import { nonEmptyText, type JsonObject } from '../../api/http/response';
import { ago, includesText, type Choice, type ListSearch } from '../common/editorLists';

const sessionChoice = ({ id, createdAt }: JsonObject, now: number): Choice[] => {
	const value = nonEmptyText(id);
	if (value === undefined) return [];
	const time = Date.parse(String(createdAt));
	return [{ name: Number.isNaN(time) ? value : `${value}, ${ago(time, now)}`, value }];
};

export const searchSessions: ListSearch = async ({ ask, now }, filter) => {
	const response = await ask(listRequest('active'));
	if ('failure' in response) return response;
	const choices = objectsIn(response.answer.sessions)
		.filter(({ id }) => includesText(filter, id))
		.flatMap((session) => sessionChoice(session, now));
	return { choices };
};
