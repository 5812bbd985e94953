import type { IHookFunctions } from 'n8n-workflow';

type Hook = (this: IHookFunctions) => Promise<boolean>;

const withPeriod = (text: string): string => text.replace(/\.?$/, '.');

/** Moves the description of an error into its message. */
function describeInMessage(error: unknown): unknown {
	if (!(error instanceof Error) || !('description' in error)) return error;
	const { message, description } = error;
	if (typeof description !== 'string' || description === '') return error;
	return Object.assign(error, {
		message: `${withPeriod(message)} ${description}`,
		description: undefined,
	});
}

/** Wraps a hook so that its error messages contain the remedies. If an activation fails, n8n shows only the message. */
export const withRemedy = (hook: Hook): Hook =>
	async function (this: IHookFunctions) {
		try {
			return await hook.call(this);
		} catch (error) {
			throw describeInMessage(error);
		}
	};
