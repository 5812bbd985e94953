// Usage: npm run demo [url]
import type { IDataObject } from 'n8n-workflow';
import { openEngine } from '../engine/engine';
import { openAccount, type TestAccount } from '../support/openAccount';
import { withProgress } from '../support/progress';
import { reportError } from '../support/reportError';
import { ensureEngine, installPackedNode } from './install';

const nextSteps = `
Next steps
  npm run demo https://example.com    scrape another page
  npm run service                     start the local service for your own n8n
  npm start                           open a complete n8n with the node and the examples (3 GB once)
  To use your own account, set WEB_DATA_BASE_URL and WEB_DATA_API_KEY.
`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const defaultUrl = ({ local }: TestAccount): string =>
	local ? `${local.url}/pages/article.html` : 'https://example.com';

/** Returns the main metadata of a page, and the first lines of its Markdown. */
function describePage({ markdown, metadata }: IDataObject): string {
	const { title, statusCode, url } = (metadata ?? {}) as IDataObject;
	const lines = String(markdown).split('\n');
	return [
		`metadata.title       ${String(title)}`,
		`metadata.url         ${String(url)}`,
		`metadata.statusCode  ${String(statusCode)}`,
		`markdown             ${lines.length} lines, which begin with`,
		...lines.slice(0, 12).map((line) => `    ${line}`),
	].join('\n');
}

/** If the node fails, rejects with its message and description. */
async function scrape(packageFolder: string, url: string, credential: IDataObject) {
	const engine = await openEngine(packageFolder, credential);
	try {
		const { error, output } = await engine.run({ node: { parameters: { url } } });
		if (error) throw new Error([error.message, error.description].filter(Boolean).join('\n'));
		return output.map(({ json }) => json);
	} finally {
		engine.close();
	}
}

async function demo(givenUrl: string | undefined): Promise<void> {
	await ensureEngine();
	const account = await openAccount();
	try {
		const { baseUrl, apiKey, local } = account;
		const url = givenUrl ?? defaultUrl(account);
		const packageFolder = await installPackedNode();
		const items = await withProgress({
			title: `Scraping ${url} through ${local ? 'the local service' : baseUrl}`,
			run: () => scrape(packageFolder, url, { baseUrl, apiKey }),
		});
		say('\nThe Web Data node returned:\n');
		for (const item of items) say(describePage(item));
		say(nextSteps);
	} finally {
		await account.close();
	}
}

demo(process.argv[2]).catch(reportError);
