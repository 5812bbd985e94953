import type { IPollFunctions } from 'n8n-workflow';
import type { ParameterSource } from '../input/parameterSource';

/** Older n8n versions do not provide `getPollBudgetMs`. */
type PollContext = Omit<IPollFunctions, 'getPollBudgetMs'> &
	Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;

const DEFAULT_BUDGET_MS = 300_000;

export const pollBudgetMs = (context: PollContext): number =>
	context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;

/** Reads parameters without an item index, because a poll receives no items. */
export const pollParameters = (context: IPollFunctions): ParameterSource => ({
	stored: context.getNode().parameters,
	get: (name, _itemIndex, fallback) => {
		const value: unknown = context.getNodeParameter(name, fallback);
		return value;
	},
});

/** Whether a user runs the node in the editor. n8n does not save the static data of such a run. */
export const isTestRun = (context: IPollFunctions): boolean => context.getMode() === 'manual';
