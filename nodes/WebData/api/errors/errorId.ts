import type { ServiceErrorId } from './rows';
import type { agentFormRows } from './rows/agent';
import type { browserSessionRows } from './rows/browserSession';
import type { callRows } from './rows/catalog';
import type { creditRows } from './rows/credits';
import type { fallbackRows } from './rows/fallback';
import type { interactRows } from './rows/interact';
import type { jobRows } from './rows/job';
import type { pageRows } from './rows/page';
import type { failedPageRows } from './rows/pageJob';
import type { checkRows, monitorFormRows } from './rows/monitor';
import type { rateLimitRows } from './rows/rateLimit';
import type { responseRows } from './rows/response';
import type { traceRows } from './rows/trace';
import type { transportRows } from './rows/transport';

type IdIn<Rows extends Record<string, { id: string }>> = Rows[keyof Rows]['id'];

export type ErrorId =
	| ServiceErrorId
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
