import { closedObject, list } from './schemas/parts';
import { compileCheck } from './schemas/validate';

/** Returns a function that throws an error if its argument is not a list of plans with only these fields. */
export function checkedPlans<Plan>(
	name: string,
	fields: Record<string, object>,
): (plans: unknown) => Plan[] {
	const check = compileCheck(list(closedObject(fields)));
	return (plans) => {
		const [issue] = check(plans);
		if (issue) throw new Error(`${name}: ${issue.path.join('.')} ${issue.message}`);
		return plans as Plan[];
	};
}
