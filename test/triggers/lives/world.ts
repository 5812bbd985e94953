import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LocalService } from '../../localService/localService';
import { call } from '../../localService/testClient';
import type { TriggerHost } from '../../support/triggerHost';
import { Home, type HookKind, type Observer, type Version } from './home';

type Monitor = LocalService['monitors'][number];

/** Fields that only the owner of a monitor may change. */
const factsOf = ({ name, status, schedule, targets, webhook }: Monitor): string =>
	JSON.stringify({ name, status, schedule, targets, webhook });

const markOf = ({ webhook }: Monitor): Record<string, unknown> => webhook?.metadata ?? {};

const newVersion = (): Version => ({
	...{ form: 'delete' as const, page: 'a', nodeId: randomUUID() },
	...{ webhookId: randomUUID(), name: randomUUID() },
});

/** All n8n instances of a life, and what must hold after each step. */
export class World {
	readonly homes: Home[] = [];
	/** The n8n that has created a monitor, or to which an activation has redirected it. */
	private readonly owners = new Map<string, Home>();
	/** The API key with which a monitor was created. */
	private readonly keys = new Map<string, string>();
	/** The user's monitors, which nothing may change. */
	private readonly users = new Map<string, string>();
	/** Monitors that a line of the log has named, or that a user has changed, since they were last in use. */
	readonly noticed = new Set<string>();
	private readonly problems: string[] = [];
	delivered = 0;

	constructor(
		private readonly service: LocalService,
		private readonly host: TriggerHost,
	) {}

	async open(usesPublicationService: boolean): Promise<void> {
		const { service, host } = this;
		const identity = {
			...{ instanceId: 'n8n', workflowId: 'workflow', database: randomUUID(), address: '' },
			...{ apiKey: service.apiKey, usesPublicationService, isLocal: false },
		};
		const first = new Home(host, this.observe, identity, newVersion());
		const otherWorkflow = { workflowId: 'other', database: randomUUID() };
		const other = new Home(host, this.observe, { ...identity, ...otherWorkflow }, newVersion());
		this.homes.push(first, other);
		await other.publish();
		const body = {
			...{ name: 'Own', schedule: { text: 'daily' } },
			targets: [{ type: 'scrape', urls: [`${service.url}/pages/changing.html?a`] }],
		};
		const { json } = await call(service, 'POST', '/v2/monitor', body);
		const created = this.find(String(json.data?.id));
		if (created !== undefined) this.users.set(created.id, factsOf(created));
	}

	find(id: unknown): Monitor | undefined {
		return this.service.monitors.find((monitor) => monitor.id === id);
	}

	/** The monitors of a home, except those of its tests. */
	monitorsOf(home: Home): Monitor[] {
		return this.service.monitors.filter(
			(monitor) =>
				this.owners.get(monitor.id) === home && markOf(monitor).createdFor === 'workflow',
		);
	}

	/** The user has changed something, so that a monitor may stop sending events, or run on. */
	notice(monitors: readonly Monitor[]): void {
		for (const { id } of monitors) {
			this.noticed.add(id);
			for (const home of this.homes) if (home.servedBy === id) home.servedBy = undefined;
		}
	}

	/** A test of a killed n8n leaves its monitor, until the next test or activation. */
	noticeTests(): void {
		this.notice(this.service.monitors.filter((each) => markOf(each).createdFor === 'test'));
	}

	private readonly observe: Observer = async (home, kind, run) => {
		const before = new Map(this.service.monitors.map((each) => [each.id, factsOf(each)]));
		const stored = { ...home.state };
		const current = structuredClone(this.find(stored.monitorId));
		const others = this.monitorsOf(home).filter(({ id }) => id !== stored.monitorId);
		let failure = '';
		try {
			await run();
		} catch (error) {
			failure = String(error);
		}
		const log = `${this.host.log.join('\n')}\n${failure}`;
		this.checkChanges(home, kind, before);
		this.readLog(home, stored.monitorId, log);
		if (kind === 'deactivate') home.servedBy = undefined;
		if (kind === 'activate' || kind === 'init') this.readActivation(home, failure, log);
		if (failure !== '' || log.includes('could not')) return failure === '';
		this.checkUnnamed(home, kind, log);
		if (kind === 'activate' && current !== undefined && others.length === 0) {
			this.checkStored(home, stored, current);
		}
		return true;
	};

	private checkChanges(home: Home, kind: HookKind, before: ReadonlyMap<string, string>): void {
		for (const { id } of this.service.monitors) {
			if (before.has(id)) continue;
			this.owners.set(id, home);
			this.keys.set(id, home.identity.apiKey);
		}
		for (const [id, facts] of before) {
			const now = this.find(id);
			const owner = this.owners.get(id);
			if ((now !== undefined && factsOf(now) === facts) || owner === home) continue;
			const isRedirected =
				(kind === 'activate' || kind === 'init') &&
				!home.identity.isLocal &&
				owner?.identity.database === home.identity.database &&
				now?.webhook?.url === this.host.url;
			if (isRedirected) {
				if (owner?.servedBy === id) owner.servedBy = undefined;
				this.owners.set(id, home);
			} else this.problems.push(`${kind} has changed the monitor ${id} of someone else`);
		}
	}

	private readLog(home: Home, stored: unknown, log: string): void {
		for (const { id } of this.service.monitors) {
			const isOfHome = this.owners.get(id) === home;
			const isVague = /may have created|could not look for/.test(log) && isOfHome;
			// Without the ID, a trigger cannot know about a monitor of another account.
			const isHidden = isOfHome && this.keys.get(id) !== home.identity.apiKey && stored !== id;
			if (log.includes(id) || isVague || isHidden) this.noticed.add(id);
		}
	}

	private readActivation(home: Home, failure: string, log: string): void {
		// At the start of n8n, the trigger keeps its monitor if the service cannot be asked.
		if (log.includes('could not check its monitor')) return;
		home.servedBy = undefined;
		if (failure !== '') return;
		if (this.host.parameters.source === 'jobEvents') return;
		home.servedBy = String(this.host.staticData.monitorId);
		this.noticed.delete(home.servedBy);
	}

	/** An activation uses the stored monitor, even if the node was built again or n8n has moved, unless there is another. */
	private checkStored(home: Home, { token }: IDataObject, { id, webhook }: Monitor): void {
		const { instanceId, workflowId, apiKey } = home.identity;
		const { metadata, headers } = webhook ?? {};
		const isStored = headers?.['x-web-data-token'] === token;
		const isOfWorkflow = metadata?.workflowId === workflowId && metadata.instanceId === instanceId;
		if (!isStored || !isOfWorkflow || this.keys.get(id) !== apiKey) return;
		if (this.owners.get(id) !== home || home.servedBy === undefined) return;
		if (home.servedBy !== id) this.problems.push(`an activation does not use the stored ${id}`);
	}

	/** After a hook that has read the list, each running monitor with the node's mark is in use, or named by this hook. */
	private checkUnnamed(home: Home, kind: HookKind, log: string): void {
		const { host } = this;
		if (kind !== 'activate' && kind !== 'deactivate') return;
		if (host.parameters.source === 'jobEvents') return;
		const { instanceId, workflowId, node } = host.place;
		for (const monitor of this.service.monitors) {
			const mark = markOf(monitor);
			const isOwn =
				mark.instanceId === instanceId && mark.workflowId === workflowId && mark.nodeId === node.id;
			const isHidden = this.keys.get(monitor.id) !== home.identity.apiKey;
			const isTwinTest = mark.createdFor === 'test' && this.owners.get(monitor.id) !== home;
			if (!isOwn || isHidden || isTwinTest || monitor.status !== 'active') continue;
			if (monitor.id === home.servedBy) continue;
			if (log.includes(monitor.id) && monitor.webhook?.url !== host.url) continue;
			this.problems.push(`${kind} does not name the running monitor ${monitor.id}`);
		}
	}

	/** Returns what is wrong after a step. */
	async problemsOf(): Promise<string[]> {
		const { problems, homes, service } = this;
		for (const [id, facts] of this.users) {
			const now = this.find(id);
			if (now === undefined || factsOf(now) !== facts) problems.push(`the user's monitor ${id}`);
		}
		const served = new Set(homes.map(({ servedBy }) => servedBy));
		for (const { id, status } of service.monitors) {
			if (status !== 'active' || this.users.has(id)) continue;
			if (!served.has(id) && !this.noticed.has(id)) problems.push(`${id} runs on unnoticed`);
		}
		for (const home of homes) await this.checkEvents(home);
		return problems.splice(0);
	}

	private async checkEvents(home: Home): Promise<void> {
		if (home.active === undefined || home.active.form === 'jobEvents') return;
		const event = () =>
			JSON.stringify({ type: 'monitor.page', id: randomUUID(), webhookId: randomUUID() });
		const foreign = this.homes.find(
			({ identity }) => identity.workflowId !== home.identity.workflowId,
		);
		const forged = [{}, { 'x-web-data-token': 'f'.repeat(64) }];
		const [ofOther] = foreign === undefined ? [] : this.monitorsOf(foreign);
		for (const headers of [...forged, ofOther?.webhook?.headers ?? {}]) {
			const status = await home.receive(headers as Record<string, string>, event());
			if (status !== 401) this.problems.push(`a forged event is answered with ${status}`);
		}
		if (home.servedBy === undefined) return;
		const { status, webhook } = this.find(home.servedBy) ?? {};
		if (status !== 'active' || webhook?.url !== home.url) {
			this.problems.push(`an active trigger has the monitor ${status} at ${webhook?.url}`);
			return;
		}
		const headers = (webhook.headers ?? {}) as Record<string, string>;
		// The limit of the derived token: the API key was replaced, and the state was restored.
		const isLimit =
			this.keys.get(home.servedBy) !== home.identity.apiKey &&
			headers['x-web-data-token'] !== home.state.token;
		const answer = await home.receive(headers, event());
		if (answer === 200) this.delivered += 1;
		else if (!isLimit) this.problems.push(`an own event is answered with ${answer}`);
	}
}
