import { isObject, type JsonObject } from '../http/response';

const MAX_BRANCHES = 50;
const MAX_CHOICES = 30;
const MAX_NESTED_UNIONS = 3;

type Branch = readonly JsonObject[];

const branchesOf = (errors: unknown): Branch[] =>
	Array.isArray(errors)
		? errors
				.slice(0, MAX_BRANCHES)
				.map((branch) => (Array.isArray(branch) ? branch.filter(isObject) : []))
				.filter((branch) => branch.length > 0)
		: [];

export const stepsOf = (path: unknown): unknown[] => {
	if (path === undefined) return [];
	return Array.isArray(path) ? path : [path];
};

const literalOf = ({ code, values }: JsonObject): unknown =>
	code === 'invalid_value' && Array.isArray(values) && values.length === 1 ? values[0] : undefined;

/** For unknown keys, zod also reports an issue with an empty path. */
const isWrongType = ({ code, path }: JsonObject): boolean =>
	stepsOf(path).length === 0 && code !== 'unrecognized_keys';

const isOtherKind = (branch: Branch): boolean =>
	branch.some((issue) => isWrongType(issue) || literalOf(issue) !== undefined);

function choiceIssue(union: JsonObject, branches: readonly Branch[]): JsonObject | undefined {
	const choices = branches.flat().map(literalOf);
	const names = choices.filter(
		(choice) => typeof choice === 'string' || typeof choice === 'number',
	);
	if (names.length === 0) return undefined;
	const listed = names.slice(0, MAX_CHOICES).join(', ');
	return { path: union.path, message: `must be one of ${listed}` };
}

const nestedIn = (union: JsonObject, issue: JsonObject): JsonObject => ({
	...issue,
	path: [...stepsOf(union.path), ...stepsOf(issue.path)],
});

/** Returns the issues of the union branch that best matches the value. */
export function resolveUnion(issue: JsonObject, levels = MAX_NESTED_UNIONS): JsonObject[] {
	const branches = branchesOf(issue.errors);
	if (branches.length === 0 || levels === 0) return [issue];
	const fitting = branches.filter((branch) => !isOtherKind(branch));
	const [first, ...others] = fitting.length > 0 ? fitting : branches;
	if (fitting.length === 0) {
		const choice = choiceIssue(issue, branches);
		if (choice !== undefined) return [choice];
	}
	const best = others.reduce(
		(shortest, branch) => (branch.length < shortest.length ? branch : shortest),
		first ?? [],
	);
	return best.flatMap((inner) => resolveUnion(nestedIn(issue, inner), levels - 1));
}
