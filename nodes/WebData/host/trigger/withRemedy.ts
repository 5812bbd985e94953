import type { IHookFunctions } from 'n8n-workflow';

type Hook = (this: IHookFunctions) => Promise<boolean>;

const withPeriod = (text: string): string => text.replace(/\.?$/, '.');

function describeInMessage(error: unknown): unknown {
	if (!(error instanceof Error) || !('description' in error)) return error;
	const { message, description } = error;
	if (typeof description !== 'string' || description === '') return error;
	return Object.assign(error, {
		message: `${withPeriod(message)} ${description}`,
		description: undefined,
	});
}

/** If an activation fails, n8n shows only the error message. Therefore, the message includes the remedy. */
export const withRemedy = (hook: Hook): Hook =>
	async function (this: IHookFunctions) {
		try {
			return await hook.call(this);
		} catch (error) {
			throw describeInMessage(error);
		}
	};
