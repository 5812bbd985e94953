import { randomUUID } from 'node:crypto';
import { AnswerError } from '../answer';
import { fetchPage } from '../scrape/fetchPage';
import { screenshotFile } from '../scrape/media';
import { readContent, type PageContent } from '../scrape/readContent';
import { plainText } from '../scrape/sentences';
import type { ServiceState } from '../state';
import { sendAction } from './agentEvents';
import type { AgentRun } from './agentRuns';
import { noteIn, traceError, type TraceAgent } from './traceEvents';

export const PAGE_CREDITS = 10;

export async function visitPage(run: AgentRun, url: string, state: ServiceState): Promise<void> {
	const name = `Reader ${run.helpers.length + 1}`;
	const helper: TraceAgent = { id: randomUUID(), role: 'subagent', name, parentId: run.main.id };
	const note = noteIn(run, state.clock.now);
	const toolCallId = randomUUID();
	const toolCall = { toolCallId, toolName: 'scrape' };
	run.helpers.push(helper);
	note(helper, 'agent.started');
	note(helper, 'tool_call.started', { ...toolCall, parameters: { url } });
	sendAction(run, url, state);
	const outcome = await state.clock.trackWork(() => read(url, state));
	// A cancel request can end the run during the fetch.
	if (run.endedAt !== undefined) return;
	run.credits += PAGE_CREDITS;
	if ('failure' in outcome) {
		note(helper, 'tool_call.finished', { ...toolCall, result: { error: outcome.failure } });
		const error = { source: 'tool', retryable: true, message: outcome.failure };
		note(helper, 'error.occurred', { error: traceError('internal', error) });
		return;
	}
	const { markdown, metadata } = outcome;
	const title = titleOf(outcome);
	const page = { url: outcome.url, title, markdown, html: outcome.html ?? '', metadata };
	run.pages.push(page);
	note(helper, 'tool_call.finished', { ...toolCall, result: { url: page.url, title: page.title } });
	keepSnapshots(run, helper, outcome, state, toolCallId);
}

type Content = PageContent & { url: string };

async function read(url: string, state: ServiceState): Promise<Content | { failure: string }> {
	try {
		const page = await fetchPage({ url }, state);
		return { ...(await readContent(page, { url })), url: page.url };
	} catch (error) {
		if (!(error instanceof AnswerError)) throw error;
		const { error: failure } = JSON.parse(error.answer.body.toString()) as { error: string };
		return { failure };
	}
}

function titleOf({ markdown, metadata }: PageContent): string {
	if (typeof metadata.title === 'string') return metadata.title;
	return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}

function keepSnapshots(
	run: AgentRun,
	helper: TraceAgent,
	content: Content,
	state: ServiceState,
	sourceToolCallId: string,
): void {
	const snapshots = {
		markdown: content.markdown,
		html: content.html ?? '',
		text: plainText(content.markdown).trim(),
		screenshot: screenshotFile(64, 48).bytes.toString('base64'),
	};
	for (const [kind, snapshot] of Object.entries(snapshots)) {
		keepSnapshot(run, helper, { kind, change: 'init', sourceToolCallId }, snapshot, state);
	}
}

export function keepSnapshot(
	run: AgentRun,
	agent: TraceAgent,
	facts: { kind: string; change: string } & Record<string, unknown>,
	snapshot: string,
	state: ServiceState,
): void {
	const snapshotId = randomUUID();
	run.snapshots.set(snapshotId, snapshot);
	const artifact = { artifactId: randomUUID(), snapshotId, ...facts };
	noteIn(run, state.clock.now)(agent, 'artifact.updated', { artifact });
}
