export function toolsFor(url: string): object[] {
	const tool = { provider: 'northmole', capability: 'tide-times' };
	return [
		{
			id: 'northmole/tide-times',
			...tool,
			description: 'High and low water of one day at a harbour.',
			creditsCost: 2,
			options: [{ name: 'harbour', type: 'string', required: true }],
			matchedBy: ['domain'],
			matchedUrls: [`${new URL(url).hostname}/*`],
			next: { ...tool, options: { harbour: 'north mole' } },
		},
	];
}
