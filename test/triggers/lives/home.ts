import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { TriggerHost } from '../../support/triggerHost';

export type Form = 'jobEvents' | 'delete' | 'pause';

/** A published version of the workflow. */
export interface Version {
	form: Form;
	/** Suffix of the watched page. */
	page: string;
	nodeId: string;
	webhookId: string;
	name: string;
}

/** Static data of a workflow, by the name of the node. */
type StaticData = Record<string, IDataObject>;

export type HookKind = 'activate' | 'deactivate' | 'init' | 'test' | 'endTest';

/** Runs a hook and checks what it has changed. Returns whether the hook has succeeded. */
export type Observer = (home: Home, kind: HookKind, run: () => Promise<void>) => Promise<boolean>;

interface Identity {
	instanceId: string;
	workflowId: string;
	/** Homes with a copy of the same database, and only these, have the same name. */
	database: string;
	address: string;
	apiKey: string;
	/** Whether n8n registers only changed triggers again, as n8n 2.41 does by default. */
	usesPublicationService: boolean;
	/** Whether the service cannot reach n8n, so that each activation is refused. */
	isLocal: boolean;
}

const POLLER = 'Poller';
const MAX_ATTEMPTS = 3;

/**
 * One n8n with one workflow: a trigger, and a second one that polls. Calls the hooks and saves the static data as n8n
 * 2.41.1 does:
 * https://github.com/n8n-io/n8n/blob/n8n%402.41.1/packages/cli/src/active-workflow-manager.ts
 * https://github.com/n8n-io/n8n/blob/n8n%402.41.1/packages/cli/src/workflows/triggers/workflow-trigger-activator.ts
 */
export class Home {
	saved: StaticData = {};
	active?: Version;
	/** The monitor that must send its events to this n8n. */
	servedBy?: string;
	/** Whether n8n is killed before it saves the static data the next time. */
	isKilled = false;
	/** The poller's own copy of all static data, since the poller was registered. */
	private polled?: StaticData;
	private backup?: Pick<Home, 'saved' | 'active' | 'draft'>;

	constructor(
		private readonly host: TriggerHost,
		private readonly observe: Observer,
		readonly identity: Identity,
		public draft: Version,
	) {}

	get url(): string {
		const { origin } = new URL(this.host.url);
		return `${origin}${this.identity.address}/webhook/${(this.active ?? this.draft).webhookId}/webhook`;
	}

	get state(): IDataObject {
		return this.saved[(this.active ?? this.draft).name] ?? {};
	}

	copy(changes: Partial<Identity>, withDatabase: boolean): Home {
		const { host, observe, identity, draft } = this;
		const home = new Home(host, observe, { ...identity, ...changes }, { ...draft });
		if (withDatabase) {
			home.saved = structuredClone(this.saved);
			home.active = this.active && { ...this.active };
			home.restartPoller();
		}
		return home;
	}

	/** Prepares the host for a hook or an event of a version. */
	enter({ form, page, nodeId, webhookId, name }: Version, state: IDataObject): void {
		const { host, identity } = this;
		const { instanceId, workflowId, address, apiKey } = identity;
		host.log.length = 0;
		host.credential = { ...host.credential, apiKey };
		host.staticData = state;
		host.mode = 'trigger';
		host.parameters = this.parametersOf(form, page);
		host.place = { instanceId, workflowId, node: { id: nodeId, name, webhookId } };
		host.url = `${new URL(host.url).origin}${address}/webhook/${webhookId}/webhook`;
	}

	private parametersOf(form: Form, page: string): INodeParameters {
		if (form === 'jobEvents') return { source: 'jobEvents' };
		const url = `${String(this.host.credential.baseUrl)}/pages/changing.html?${page}`;
		return {
			...{ source: 'monitor', name: 'Own', onDeactivation: form },
			targets: { target: [{ type: 'scrape', urls: [url] }] },
			text: 'hourly',
		};
	}

	private run(kind: HookKind, version: Version, data: StaticData): Promise<boolean> {
		return this.observe(this, kind, async () => {
			const { host } = this;
			this.enter(version, (data[version.name] ??= {}));
			const isTest = kind === 'test' || kind === 'endTest';
			Object.assign(host, {
				mode: isTest ? 'manual' : 'trigger',
				activationMode: kind === 'init' ? 'init' : 'activate',
			});
			if (kind === 'deactivate' || kind === 'endTest') return void (await host.deactivate());
			// Any refusal before the first request stands for the refusal of an address that cannot be reached.
			if (this.identity.isLocal) host.place.node = { id: version.nodeId, name: version.name };
			await host.activate();
		});
	}

	private save(data: StaticData): void {
		if (this.isKilled) throw new Error('killed');
		this.saved = structuredClone(data);
	}

	/** If n8n is killed, n8n repeats the work after its start, with the static data that was saved. */
	private async repeatIfKilled(work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			if (!this.isKilled) throw error;
			this.isKilled = false;
			this.restartPoller();
			await work();
		}
	}

	private restartPoller(): void {
		this.polled = this.active === undefined ? undefined : structuredClone(this.saved);
	}

	publish(siblingFails = false): Promise<void> {
		return this.repeatIfKilled(() =>
			this.identity.usesPublicationService
				? this.publishChanges()
				: this.publishAll('activate', siblingFails),
		);
	}

	/** Like `WorkflowPublicationApplier`: only a changed trigger is registered again, and each attempt cleans up. */
	private async publishChanges(): Promise<void> {
		const old = this.active;
		const next = { ...this.draft };
		if (JSON.stringify(old) === JSON.stringify(next)) return;
		if (old !== undefined) {
			const data = structuredClone(this.saved);
			await this.run('deactivate', old, data);
			this.save(data);
		}
		this.active = undefined;
		const data = structuredClone(this.saved);
		for (let attempt = 0; attempt < MAX_ATTEMPTS && this.active === undefined; attempt++) {
			if (await this.run('activate', next, data)) this.active = next;
			else {
				await this.run('deactivate', next, data);
				this.save(data);
			}
		}
		this.polled ??= data;
		this.save(data);
	}

	/** Like `ActiveWorkflowManager`: if any trigger fails, n8n cleans up with the static data that was saved before. */
	private async publishAll(kind: 'activate' | 'init', siblingFails: boolean): Promise<void> {
		const old = this.active;
		const next = kind === 'init' && old !== undefined ? old : { ...this.draft };
		if (kind === 'activate' && old !== undefined) await this.removeAll(old);
		this.active = undefined;
		const data = structuredClone(this.saved);
		if ((await this.run(kind, next, data)) && !siblingFails) {
			this.active = next;
			this.polled = data;
			this.save(data);
			return;
		}
		await this.removeAll(next);
	}

	private async removeAll(version: Version): Promise<void> {
		const data = structuredClone(this.saved);
		await this.run('deactivate', version, data);
		this.save(data);
	}

	unpublish(): Promise<void> {
		return this.repeatIfKilled(async () => {
			const old = this.active;
			if (old === undefined) return;
			await this.removeAll(old);
			this.active = undefined;
			this.polled = undefined;
		});
	}

	restart(): Promise<void> {
		const { active } = this;
		return this.repeatIfKilled(async () => {
			this.active = active;
			this.restartPoller();
			if (active === undefined || this.identity.usesPublicationService) return;
			for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
				this.active = active;
				await this.publishAll('init', false);
				if (this.active !== undefined) return;
			}
		});
	}

	/** The poller saves its copy of all static data, with the older state of the trigger. */
	poll(): void {
		if (this.polled === undefined || this.active === undefined) return;
		this.polled[POLLER] = { polls: Number(this.polled[POLLER]?.polls ?? 0) + 1 };
		this.saved = structuredClone(this.polled);
	}

	/** A test has its own static data, which n8n does not save. */
	async test(isKilled: boolean): Promise<void> {
		const data: StaticData = {};
		await this.run('test', this.draft, data);
		if (!isKilled) await this.run('endTest', this.draft, data);
	}

	/** n8n imports a workflow with its static data as inactive. */
	deactivateSilently(): void {
		this.active = undefined;
		this.restartPoller();
	}

	backUp(): void {
		const { saved, active, draft } = this;
		this.backup = structuredClone({ saved, active, draft });
	}

	restore(): boolean {
		if (this.backup === undefined) return false;
		Object.assign(this, structuredClone(this.backup));
		this.restartPoller();
		return true;
	}

	/** Sends an event to the production URL. n8n saves the static data if the workflow starts. */
	async receive(headers: Record<string, string>, body: string): Promise<number> {
		const version = this.active ?? this.draft;
		const data = structuredClone(this.saved);
		this.enter(version, (data[version.name] ??= {}));
		const before = this.host.executions.length;
		const status = await this.host.post(body, headers);
		if (this.host.executions.length > before) this.saved = data;
		return status;
	}
}
