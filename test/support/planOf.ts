import { type Plan, planItem } from '../../nodes/WebData/operation/plan';
import { findOperation } from '../../nodes/WebData/resources';

/** Returns the plan of an operation for valid form values. Throws an error that lists the issues with other values. */
export function planOf(resource: string, name: string, values: Record<string, unknown>): Plan {
	const operation = findOperation(resource, name);
	if (operation === undefined) throw new Error(`No operation ${resource}.${name}`);
	const plan = planItem(operation, values);
	if ('issues' in plan) throw new Error(JSON.stringify(plan.issues));
	return plan;
}
