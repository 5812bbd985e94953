import { isObject, type JsonObject } from '../../api/http/response';
import { completedUrls } from '../../api/schema/url';

interface EnteredValues {
	entered: JsonObject;
	values: unknown;
}

export const schemeNotices = (items: readonly EnteredValues[]) =>
	items.flatMap(({ entered, values }, item) =>
		completedUrls(entered, isObject(values) ? values : {}).map((url) => ({
			kind: 'schemeAdded',
			text: `https:// was added to a URL without a scheme: ${url}`,
			item,
		})),
	);
