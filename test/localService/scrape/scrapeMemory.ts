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

export type ScrapeMemory = ReturnType<typeof createScrapeMemory>;

export const createScrapeMemory = () => ({
	scrapes: new Map<string, RememberedScrape & { document: Record<string, unknown> }>(),
	/** Sessions of `POST /v2/scrape/{scrapeId}/interact`, by scrape ID. */
	sessions: new Map<string, BrowserSession>(),
	earlierTexts: new Map<string, EarlierText>(),
});
