/** What the requests of an execution to one account have shown about the service. */
export interface ServiceState {
	responded: boolean;
	/** Milliseconds by which the service's clock is ahead of n8n's clock. */
	clockOffsetMs?: number;
}

/** The `Date` header omits fractions of a second. */
const MEAN_FRACTION_MS = 500;

export function readClock(
	service: ServiceState | undefined,
	headers: Readonly<Record<string, string>>,
	nowMs: number,
): void {
	const date = Date.parse(headers.date ?? '');
	if (service === undefined || Number.isNaN(date)) return;
	service.clockOffsetMs = date + MEAN_FRACTION_MS - nowMs;
}
