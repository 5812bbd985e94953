class Probe {
	description = {
		displayName: 'Probe',
		name: 'probe',
		group: ['transform'],
		version: 1,
		description: 'Shows what a credential says of itself',
		defaults: { name: 'Probe' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'webDataApi', required: true }],
		properties: [],
	};

	async execute() {
		const items = this.getInputData().map(async (_item, index) => {
			const { sameForAllItems } = await this.getCredentials('webDataApi', index);
			return { json: { sameForAllItems: sameForAllItems ?? null }, pairedItem: { item: index } };
		});
		return [await Promise.all(items)];
	}
}

module.exports = { Probe };
