export function toolsFor(url: string): unknown[] {
	const { hostname } = new URL(url);
	const provider = 'northmole';
	const capability = 'tide-times';
	return [
		{
			id: `${provider}/${capability}`,
			provider,
			capability,
			description: 'High and low water of one day at a harbour.',
			creditsCost: 2,
			options: [{ name: 'harbour', type: 'string', required: true }],
			matchedBy: ['domain'],
			matchedUrls: [`${hostname}/*`],
			next: { provider, capability, options: { harbour: 'north mole' } },
		},
	];
}
