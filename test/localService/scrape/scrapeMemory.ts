export interface RememberedScrape {
	url: string;
	title: string;
	markdown: string;
	html: string;
}

export interface BrowserSession {
	id: string;
	startedAt: number;
	usedPrompt: boolean;
}

export interface EarlierText {
	markdown: string;
	at: number;
}

export interface ScrapeMemory {
	readonly scrapes: Map<string, RememberedScrape>;
	readonly documents: Map<string, Record<string, unknown>>;
	readonly sessions: Map<string, BrowserSession>;
	readonly earlierTexts: Map<string, EarlierText>;
	clear(): void;
}

export function createScrapeMemory(): ScrapeMemory {
	const memory = {
		scrapes: new Map<string, RememberedScrape>(),
		documents: new Map<string, Record<string, unknown>>(),
		sessions: new Map<string, BrowserSession>(),
		earlierTexts: new Map<string, EarlierText>(),
	};
	const clear = (): void => Object.values(memory).forEach((map) => map.clear());
	return { ...memory, clear };
}
