// Jest setup file. Replaces `sleep` of n8n-workflow in every test and in the built node. `setHostTime` controls the
// replacement.

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const { hostSleep } = jest.requireActual<typeof import('./hostTime')>('./hostTime');
	return { ...real, sleep: hostSleep(real.sleep) };
});
