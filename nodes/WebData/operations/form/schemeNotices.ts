import { isObject, type JsonObject } from '../../api/http/response';
import { completedUrls } from '../../api/schema/url';

/** The values of an item as they were entered, and as they are sent. */
interface EnteredValues {
	entered: JsonObject;
	values: unknown;
}

/** Notices about the URLs of the items of a plan to which a scheme was added. */
export const schemeNotices = (items: readonly EnteredValues[]) =>
	items.flatMap(({ entered, values }, item) =>
		completedUrls(entered, isObject(values) ? values : {}).map((url) => ({
			kind: 'schemeAdded',
			text: `https:// was added to a URL without a scheme: ${url}`,
			item,
		})),
	);
