export const initialSettings = {
	catalogEnabled: true,
	/** Whether requests and responses name the catalog `alexandria`, as on the public service. */
	publicNames: false,
	/** Form of `requiresAction` in responses for the provider `thirdparty`. If `accepted`, the call succeeds. */
	terms: 'flag' as 'flag' | 'object' | 'accepted',
	agentRunMs: 300,
	/** Milliseconds from a cancel request to the end of an agent run. */
	agentCancelMs: 50,
	monitorCheckMs: 50,
	/** Position of the snapshot ID and `retryable` in a trace event. In the public API, both are in nested objects. */
	traceShape: 'both' as 'both' | 'specified' | 'nested',
	/** Whether a trace contains an event of an unknown type. */
	unknownEvent: false,
	jobPageMs: 20,
	/** Maximum total size of the documents on one result page, in bytes. */
	jobPageBytes: 10 * 1024 * 1024,
	/** Whether status responses contain the credits that a job has used. Otherwise, `creditsUsed` is -1. */
	jobCreditsKnown: true,
	maxConcurrency: 10,
	robotsOverride: false,
	/** Whether image files can be parsed. */
	imageOcr: false,
	/** Secret for signing webhook requests. If empty, the requests are not signed. */
	webhookSecret: '',
};

export type ServiceSettings = typeof initialSettings;

export type SettingsChange = Partial<ServiceSettings> & { credits?: number };

/** Returns the settings with the changes. Throws an error for an unknown name or a wrong type. */
export function changedSettings(settings: ServiceSettings, change: object): ServiceSettings {
	for (const [name, value] of Object.entries(change)) {
		const initial = (initialSettings as Record<string, unknown>)[name];
		if (typeof value !== typeof initial) throw new Error(`Settings: ${name} is not valid`);
	}
	return { ...settings, ...change };
}
