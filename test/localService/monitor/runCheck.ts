import { randomUUID } from 'node:crypto';
import type { Webhook } from '../schemas/webhook';
import type { ServiceState } from '../state';
import { checkTarget } from './checkPages';
import type { Check, CheckPage, Monitor } from './monitorStore';
import { nextRunOf } from './schedule';
import { summaryOf } from './showMonitor';

export function startCheck(
	monitor: Monitor,
	trigger: Check['trigger'],
	state: ServiceState,
): Check {
	const check: Check = {
		id: randomUUID(),
		monitorId: monitor.id,
		status: 'queued',
		trigger,
		pages: [],
		error: null,
		createdAt: state.clock.now(),
		startedAt: null,
		finishedAt: null,
		actualCredits: null,
		notificationStatus: null,
	};
	monitor.checks.push(check);
	if (monitor.currentCheckId !== null) return skip(check, 'skipped_overlap', state);
	if (state.account.remainingCredits() <= 0) return skip(check, 'skipped_no_credits', state);
	monitor.currentCheckId = check.id;
	monitor.lastRunAt = check.createdAt;
	void run(monitor, check, state);
	return check;
}

function skip(check: Check, status: string, { clock }: ServiceState): Check {
	return Object.assign(check, { status, finishedAt: clock.now() });
}

async function run(monitor: Monitor, check: Check, state: ServiceState): Promise<void> {
	const { clock, account, settings } = state;
	const before = account.charged();
	check.startedAt = clock.now();
	check.status = 'running';
	await clock.wait(settings.monitorCheckMs);
	try {
		for (const target of monitor.targets) {
			const pages = await checkTarget(monitor, target, state);
			check.pages.push(...pages);
			for (const page of pages) await notifyPage(monitor, check, page, state);
		}
		check.status = check.pages.some((page) => page.status === 'error') ? 'partial' : 'completed';
	} catch (error) {
		check.status = 'failed';
		check.error = error instanceof Error ? error.message : String(error);
	}
	check.actualCredits = account.charged() - before;
	check.finishedAt = clock.now();
	monitor.currentCheckId = null;
	await notifyEnd(monitor, check, state);
}

const wants = ({ body: { webhook } }: Monitor, event: string): boolean =>
	webhook !== undefined && (webhook.events === undefined || webhook.events.includes(event));

const targetOf = ({
	url,
	headers,
	metadata,
}: NonNullable<Monitor['body']['webhook']>): Webhook => ({
	url,
	...(headers && { headers }),
	...(metadata && { metadata }),
});

async function notifyPage(
	monitor: Monitor,
	check: Check,
	page: CheckPage,
	state: ServiceState,
): Promise<void> {
	const { webhook } = monitor.body;
	if (!webhook || page.status === 'removed' || !wants(monitor, 'monitor.page')) return;
	const { url, status, previousScrapeId, currentScrapeId, error, judgment, diff } = page;
	const isMeaningful = (judgment as { meaningful: boolean } | null)?.meaningful ?? null;
	const facts = { url, status, previousScrapeId, currentScrapeId, error };
	const data = [
		{ monitorId: monitor.id, checkId: check.id, ...facts, isMeaningful, judgment, diff },
	];
	const isOk = status !== 'error';
	const event = { success: isOk, type: 'monitor.page', id: check.id, data };
	await state.webhooks.send(targetOf(webhook), event, state.settings.webhookSecret);
}

async function notifyEnd(monitor: Monitor, check: Check, state: ServiceState): Promise<void> {
	const { webhook } = monitor.body;
	if (!webhook || !wants(monitor, 'monitor.check.completed')) return;
	const { id, status } = check;
	const data = [{ monitorId: monitor.id, checkId: id, status, summary: summaryOf(check.pages) }];
	const type = 'monitor.check.completed';
	const event = { success: status === 'completed', type, id, data };
	await state.webhooks.send(targetOf(webhook), event, state.settings.webhookSecret);
	const { delivered = false, attempts = [] } = state.webhooks.deliveries.at(-1) ?? {};
	const statusCode = attempts[0]?.status ?? undefined;
	check.notificationStatus = {
		webhook: { attempted: true, success: delivered, delivered, queued: false, statusCode },
	};
}

export async function followSchedule(monitor: Monitor, state: ServiceState): Promise<void> {
	const { schedule } = monitor;
	const isCurrent = (): boolean => monitor.status === 'active' && monitor.schedule === schedule;
	while (isCurrent()) {
		const now = state.clock.now();
		const next = nextRunOf(schedule, now);
		monitor.nextRunAt = next;
		await state.clock.wait(next - now);
		if (isCurrent()) startCheck(monitor, 'scheduled', state);
	}
}
