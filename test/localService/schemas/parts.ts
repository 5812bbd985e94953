export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const number = { type: 'number' } as const;
export const texts = { type: 'array', items: text } as const;
export const openObject = { type: 'object' } as const;
export const stringMap = { type: 'object', additionalProperties: text } as const;
export const positive = { type: 'integer', exclusiveMinimum: 0 } as const;
export const uuid = {
	type: 'string',
	title: 'uuid',
	pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
} as const;

/** Returns optional fields that are true or false. */
export function flags(...names: string[]): Record<string, object> {
	return Object.fromEntries(names.map((name) => [name, flag]));
}

export function textOf(minLength: number, maxLength: number): object {
	return { type: 'string', minLength, maxLength };
}

export function integer(minimum: number, maximum?: number): object {
	return { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) };
}

export function oneOfWords(...words: string[]): object {
	return { type: 'string', enum: words };
}

export function list(items: object, limits: object = {}): object {
	return { type: 'array', items, ...limits };
}

export function closedObject(properties: Record<string, object>, required: string[] = []): object {
	return { type: 'object', properties, required, additionalProperties: false };
}

export function typed(
	type: string,
	properties: Record<string, object> = {},
	required: string[] = [],
): object {
	return closedObject({ type: { const: type }, ...properties }, ['type', ...required]);
}

export function taggedUnion(members: object[]): object {
	return {
		type: 'object',
		required: ['type'],
		discriminator: { propertyName: 'type' },
		oneOf: members,
	};
}

export const integration = { type: 'string', minLength: 1 };
export const sender = { origin: text, integration };
export const prompt = textOf(0, 10_000);
