import { randomUUID } from 'node:crypto';
import { jsonAnswer } from '../answer';
import { checkedFile, checkedOptions, uploadedPage } from '../parse/parseBody';
import { creditsFor } from '../scrape/credits';
import { readContent } from '../scrape/readContent';
import { checkScrapePermissions, contentFields, pageFacts } from '../scrape/runScrape';
import type { Endpoint } from './endpoint';

export const parse: Endpoint = {
	method: 'POST',
	path: /^\/v2\/parse$/,
	rateClass: 'scrape',
	async serve({ upload }, state) {
		const options = checkedOptions(upload?.texts.options);
		const file = checkedFile(upload);
		const page = uploadedPage(file, state.clock.now());
		const body = { ...options, url: page.url };
		checkScrapePermissions(body, state);
		const content = readContent(page, body);
		const creditsUsed = creditsFor(body, content.parsedPages);
		state.account.charge(creditsUsed);
		const metadata = {
			...content.metadata,
			...pageFacts(file.fileName, page),
			contentType: file.contentType,
			scrapeId: randomUUID(),
			creditsUsed,
		};
		const data = { ...contentFields(body, page, content, state), metadata };
		return jsonAnswer(200, { success: true, data });
	},
};
