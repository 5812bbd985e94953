// Jest set-up file: replaces n8n-workflow in every test, and in the built node, by one whose `sleep` obeys
// setHostTime().

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const { hostSleep } = jest.requireActual<typeof import('./hostTime')>('./hostTime');
	return { ...real, sleep: hostSleep(real.sleep) };
});
