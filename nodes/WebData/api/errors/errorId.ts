import type { accountRows } from './rows/account';
import type { agentRows, agentFormRows } from './rows/agent';
import type { browserSessionRows, browserSessionServiceRows } from './rows/browserSession';
import type { callRows, catalogRows } from './rows/catalog';
import type { crawlRows } from './rows/crawl';
import type { creditRows } from './rows/credits';
import type { fallbackRows } from './rows/fallback';
import type { generalRows } from './rows/general';
import type { interactRows, interactServiceRows } from './rows/interact';
import type { jobRows } from './rows/job';
import type { mapRows } from './rows/map';
import type { pageRows } from './rows/page';
import type { failedPageRows, pageJobServiceRows } from './rows/pageJob';
import type { checkRows, monitorFormRows, monitorRows } from './rows/monitor';
import type { parseRows } from './rows/parse';
import type { rateLimitRows } from './rows/rateLimit';
import type { responseRows } from './rows/response';
import type { scrapeRows } from './rows/scrape';
import type { scrapeFailedRows } from './rows/scrapeFailed';
import type { searchRows } from './rows/search';
import type { traceRows } from './rows/trace';
import type { transportRows } from './rows/transport';

type IdOf<Rows extends readonly { id: string }[]> = Rows[number]['id'];
type IdIn<Rows extends Record<string, { id: string }>> = Rows[keyof Rows]['id'];

export type ErrorId =
	| IdOf<typeof generalRows>
	| IdOf<typeof scrapeRows>
	| IdOf<typeof scrapeFailedRows>
	| IdOf<typeof catalogRows>
	| IdOf<typeof agentRows>
	| IdOf<typeof accountRows>
	| IdOf<typeof searchRows>
	| IdOf<typeof mapRows>
	| IdOf<typeof crawlRows>
	| IdOf<typeof interactServiceRows>
	| IdOf<typeof pageJobServiceRows>
	| IdOf<typeof parseRows>
	| IdOf<typeof monitorRows>
	| IdOf<typeof browserSessionServiceRows>
	| IdIn<typeof checkRows>
	| IdIn<typeof monitorFormRows>
	| IdIn<typeof fallbackRows>
	| IdIn<typeof callRows>
	| IdIn<typeof agentFormRows>
	| IdIn<typeof interactRows>
	| IdIn<typeof browserSessionRows>
	| IdIn<typeof jobRows>
	| IdIn<typeof pageRows>
	| IdIn<typeof failedPageRows>
	| IdIn<typeof rateLimitRows>
	| IdIn<typeof creditRows>
	| keyof typeof responseRows
	| keyof typeof traceRows
	| keyof typeof transportRows;
