import type { Workflow } from '../n8n/workflow';

export const STICKY = 'n8n-nodes-base.stickyNote';

type Links = Record<string, { node: string }[][]>;

const outgoingLinks = ({ connections }: Workflow, name: string): Links =>
	(connections[name] ?? {}) as Links;

const targetsOf = (links: Links, wanted: (type: string) => boolean): string[] =>
	Object.entries(links).flatMap(([type, outputs]) =>
		wanted(type) ? outputs.flat().map(({ node }) => node) : [],
	);

export const nextOf = (workflow: Workflow, name: string): string[] =>
	targetsOf(outgoingLinks(workflow, name), (type) => type === 'main');

export const rootsOf = (workflow: Workflow, name: string): string[] =>
	targetsOf(outgoingLinks(workflow, name), (type) => type !== 'main');

export function reachedFrom(workflow: Workflow, name: string): Set<string> {
	const reached = new Set<string>();
	const visit = (each: string): void => {
		if (reached.has(each)) return;
		reached.add(each);
		nextOf(workflow, each).forEach(visit);
	};
	nextOf(workflow, name).forEach(visit);
	return reached;
}
