// Set-up file of jest: every test, and the built node in it, gets an n8n-workflow whose `sleep` obeys setHostTime().

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const { hostSleep } = jest.requireActual<typeof import('./hostTime')>('./hostTime');
	return { ...real, sleep: hostSleep(real.sleep) };
});
