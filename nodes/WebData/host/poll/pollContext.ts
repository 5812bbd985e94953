import type { IPollFunctions } from 'n8n-workflow';
import type { ParameterSource } from '../input/parameterSource';

/** What older versions of n8n do not offer to a poll. */
type PollContext = Omit<IPollFunctions, 'getPollBudgetMs'> &
	Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;

/** Time for a poll in milliseconds, where n8n sets none. */
const DEFAULT_BUDGET_MS = 300_000;

/** Milliseconds that a poll may take. */
export const pollBudgetMs = (context: PollContext): number =>
	context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;

/** The parameters of a poll, which has no items. */
export const pollParameters = (context: IPollFunctions): ParameterSource => ({
	get: (name, _itemIndex, fallback) => {
		const value: unknown = context.getNodeParameter(name, fallback);
		return value;
	},
});

/** Whether the user runs the node in the editor. n8n then does not save the static data. */
export const isTestRun = (context: IPollFunctions): boolean => context.getMode() === 'manual';
