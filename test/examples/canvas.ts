import type { Workflow, WorkflowNode } from '../n8n/workflow';

export interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export const STICKY = 'n8n-nodes-base.stickyNote';

/**
 * n8n draws each node as a square. The name of the node is below the square, in up to two lines,
 * and can be wider than the square.
 */
const NODE = { size: 96, nameHeight: 56, nameOverhang: 40, air: 32 };

const ROOT_WIDTH = 256;

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

function boxOf(workflow: Workflow, { name, type, position, parameters }: WorkflowNode): Box {
	const [left, top] = position;
	if (type === STICKY) {
		const { width, height } = parameters as { width: number; height: number };
		return { name, left, top, right: left + width, bottom: top + height };
	}
	const isRoot = workflow.nodes.some((other) => rootsOf(workflow, other.name).includes(name));
	return {
		name,
		left: left - NODE.nameOverhang,
		top: top - NODE.air,
		right: left + (isRoot ? ROOT_WIDTH : NODE.size) + NODE.nameOverhang,
		bottom: top + NODE.size + NODE.nameHeight,
	};
}

export const boxesOf = (workflow: Workflow): Box[] =>
	workflow.nodes.map((node) => boxOf(workflow, node));

export const overlap = (one: Box, other: Box): boolean =>
	one.left < other.right &&
	other.left < one.right &&
	one.top < other.bottom &&
	other.top < one.bottom;
