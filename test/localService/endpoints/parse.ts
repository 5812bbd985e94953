import { randomUUID } from 'node:crypto';
import { failure, jsonAnswer, rowFailure } from '../answer';
import { checkedFile, checkedOptions } from '../parse/parseBody';
import { toPage } from '../parse/readFile';
import { creditsFor } from '../scrape/credits';
import { fieldsOf } from '../scrape/formats';
import { readContent } from '../scrape/readContent';
import { wantedFormats } from '../scrape/scrapeRequest';
import type { Endpoint } from './endpoint';

export const parse: Endpoint = {
	method: 'POST',
	path: /^\/v2\/parse$/,
	rateClass: 'scrape',
	async serve({ upload }, state) {
		const options = checkedOptions(upload?.texts.options);
		const file = checkedFile(upload);
		if (options.zeroDataRetention && !state.allowsZeroDataRetention) {
			throw failure(403, 'Zero data retention is not enabled for this team.');
		}
		if (state.account.remainingCredits() <= 0) throw rowFailure('insufficientCredits');
		const page = toPage(file, state.clock.now());
		const body = { ...options, url: page.url };
		const content = await readContent(page, body);
		const creditsUsed = creditsFor(body, content.parsedPages);
		state.account.charge(creditsUsed);
		const link = (stored: Parameters<typeof state.files.put>[0]): string =>
			state.url + state.files.put(stored);
		const source = { requestedUrl: page.url, page, content, memory: state.memory, link };
		const data = {
			...fieldsOf(source, wantedFormats(body)),
			...(content.pages && { pages: content.pages }),
			...(content.blocks && { blocks: content.blocks }),
			metadata: {
				...content.metadata,
				scrapeId: randomUUID(),
				sourceURL: file.fileName,
				url: page.url,
				statusCode: 200,
				contentType: file.contentType,
				proxyUsed: 'basic',
				creditsUsed,
				concurrencyLimited: false,
			},
		};
		return jsonAnswer(200, { success: true, data });
	},
};
