import { isObject, type JsonObject } from '../../../api/http/response';
import { metadata, page } from '../../../api/scrape/page';

const simplifiedMetadata = metadata.pick({
	title: true,
	url: true,
	sourceURL: true,
	statusCode: true,
	error: true,
	scrapeId: true,
	creditsUsed: true,
	numPages: true,
	totalPages: true,
	cachedAt: true,
});

export const simplifiedPage = page.extend({ metadata: simplifiedMetadata.optional() });

const metadataNames = Object.keys(simplifiedMetadata.shape);

/** Returns the page with only its most useful metadata. n8n recommends at most 10 fields. */
export function simplifyPage(fullPage: JsonObject, scrapeId?: unknown): JsonObject {
	const all = isObject(fullPage.metadata) ? fullPage.metadata : {};
	const valueOf = (name: string): unknown =>
		all[name] ?? (name === 'scrapeId' ? scrapeId : undefined);
	const names = metadataNames.filter((name) => valueOf(name) != null);
	if (names.length === 0) return fullPage;
	return { ...fullPage, metadata: Object.fromEntries(names.map((name) => [name, valueOf(name)])) };
}
