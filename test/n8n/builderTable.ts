// Prints what n8n's workflow builders make of this node and of others, as a table. See builderFacts.ts.
import { table } from '../docs/markdown';
import { reportError } from '../support/reportError';
import { readFacts } from './builders';

const OFFICIAL = '@mendable/n8n-nodes-firecrawl';

async function main(): Promise<void> {
	const ids = ['n8n-nodes-web-data.webData', `${OFFICIAL}.firecrawl`, 'n8n-nodes-base.httpRequest'];
	const facts = await readFacts(ids, [OFFICIAL]);
	const row = (label: string, of: (each: (typeof facts)[number]) => string | number) => [
		label,
		...facts.map((each) => String(of(each))),
	];
	const rows = [
		row('Tokens of the type definition (o200k)', ({ tokens }) => tokens),
		row('Operations', ({ operations }) => operations),
		row('Operations with the description of another', ({ mixedUp }) => mixedUp.length),
		row('Operations that do not exist', ({ invented }) => invented.length),
		row('Tools that n8n Agents refuse', ({ refused }) => refused.length),
	];
	process.stdout.write(`${table(['', ...ids], rows)}\n`);
}

main().catch(reportError);
