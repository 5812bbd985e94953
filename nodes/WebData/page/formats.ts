import { z } from 'zod';
import { fieldOf, objectOf, propertiesOf } from '../form/field';
import { choices, flag, json, list, text, whole } from '../form/form';
import { extractionSchema } from '../form/jsonSchema';
import { rows, variantOf, variants } from '../form/rows';

/** What a language model extracts from the page. */
export const extraction = {
	prompt: text('Prompt', 'Data to extract', {
		ifEmpty: 'error',
		typeOptions: { rows: 2 },
		maxLength: 10_000,
		placeholder: 'e.g. Extract the name and price of each product',
		details: 'Up to 10,000 characters.',
	}),
	schema: json('Schema', 'JSON Schema of the data', {
		ifEmpty: 'error',
		schema: extractionSchema,
		hint: 'e.g. {"type":"object","properties":{"price":{"type":"number"}}}',
	}),
};

/** Extraction of data in a shape. The request contains the schema of the example. */
const shapedExtraction = {
	...extraction,
	schemaExample: json('Example', 'Sample data in place of a schema. Every key is required.', {
		ifEmpty: 'error',
		hint: 'e.g. { "price": 19.9 }',
		details: 'The value null allows any type.',
	}),
};

export const trackingModes = (jsonDescription: string) =>
	({
		'git-diff': ['Git Diff', 'Return the changed lines of the Markdown'],
		json: ['JSON', jsonDescription],
	}) as const;

export const trackingTag = text(
	'Tag',
	'Compares the page with the last scrape that used the same tag',
	{ schema: z.string(), placeholder: 'e.g. daily-check' },
);

const windowSize = {
	width: whole('Width (Px)', 'Width in pixels', {
		needed: true,
		min: 1,
		max: 7680,
		default: 1280,
		details: 'From 1 to 7,680.',
	}),
	height: whole('Height (Px)', 'Height in pixels', {
		needed: true,
		min: 1,
		max: 4320,
		default: 720,
		details: 'From 1 to 4,320.',
	}),
};

export const screenshot = {
	fields: {
		fullPage: flag('Full Page', 'Whether to capture the whole page', {
			details:
				'By default, only the visible part is captured. If on, the viewport height is ignored.',
		}),
	},
	options: {
		quality: whole('Quality', 'Image quality', {
			min: 1,
			max: 100,
			default: 100,
			details: 'From 1 to 100. 100 is best.',
		}),
		viewport: fieldOf(
			['Viewport', 'Browser window size'],
			{
				type: 'fixedCollection',
				default: {},
				placeholder: 'Set Viewport',
				options: [{ displayName: 'Size', name: 'size', values: propertiesOf(windowSize) }],
			},
			() => objectOf(windowSize),
		),
	},
};

const attribute = {
	selector: text('Selector', 'CSS selector', { required: true, placeholder: 'e.g. a.product' }),
	attribute: text('Attribute', 'Name of the HTML attribute', {
		required: true,
		placeholder: 'e.g. href',
	}),
};

const formatTable = {
	markdown: { label: 'Markdown', description: 'Content as Markdown' },
	html: { label: 'HTML', description: 'Cleaned HTML with absolute links' },
	rawHtml: { label: 'Raw HTML', description: 'Unmodified HTML' },
	rawBase64: {
		label: 'Raw Base64',
		description: 'Original file as Base64. Cannot be combined with other formats.',
	},
	links: { label: 'Links', description: 'URLs of all links' },
	images: { label: 'Images', description: 'URLs of all images' },
	summary: {
		label: 'Summary',
		description: 'Summary written by a language model',
	},
	branding: { label: 'Branding', description: 'Colors, fonts, logo, and style of the website' },
	product: {
		label: 'Product',
		description: 'Product data: title, brand, variants, prices, and availability',
	},
	menu: { label: 'Menu', description: 'Restaurant menu as structured data' },
	knowledgeGraph: {
		label: 'Knowledge Graph',
		description: 'Entities and their relationships. Not yet tested with the public service.',
		options: {
			entityTypes: list('Entity Types', 'Types of entities to return', {
				mark: 'commaList',
				entry: z.string().min(1),
				max: 50,
				button: 'Add Entity Type',
				placeholder: 'e.g. Person',
				details: 'Up to 50. By default, all types are returned.',
			}),
		},
	},
	audio: {
		label: 'Audio',
		description:
			"Link to the page's audio as an MP3 file. The link expires after 1 hour. Costs 4 more credits per page.",
	},
	video: {
		label: 'Video',
		description:
			"Link to the page's video. The link expires after 1 hour. Costs 4 more credits per page.",
	},
	screenshot: {
		label: 'Screenshot',
		description: 'Link to a screenshot of the page. The link expires after 24 hours.',
		...screenshot,
	},
	json: {
		label: 'JSON',
		description:
			'Data that a language model extracts by a prompt, a schema, or an example. Costs 4 more credits per page.',
		fields: shapedExtraction,
		options: {
			checkPromptInjection: flag(
				'Check for Prompt Injection',
				'Whether to fail if the page contains instructions for the model. Costs 4 more credits.',
				{ ifEmpty: 'error' },
			),
		},
	},
	deterministicJson: {
		label: 'Deterministic JSON (Beta)',
		description: 'Data extracted by a prompt, a schema, or an example, in the same way each time',
		fields: shapedExtraction,
	},
	question: {
		label: 'Question',
		description: 'Answer to a question about the content. Costs 4 more credits per page.',
		fields: {
			question: text('Question', 'Question about the content', {
				typeOptions: { rows: 2 },
				required: true,
				maxLength: 10_000,
				placeholder: 'e.g. What does the basic plan cost?',
				details: 'Up to 10,000 characters.',
			}),
		},
	},
	highlights: {
		label: 'Highlights',
		description: 'Passages that are relevant to a query. Costs 4 more credits per page.',
		fields: {
			query: text('Query', 'Topic of the passages to find', {
				typeOptions: { rows: 2 },
				required: true,
				maxLength: 10_000,
				placeholder: 'e.g. Opening hours and holidays',
				details: 'Up to 10,000 characters.',
			}),
		},
	},
	changeTracking: {
		label: 'Change Tracking',
		description: "Changes since the last scrape of this page. Also requires 'Markdown'.",
		fields: shapedExtraction,
		options: {
			modes: choices(
				'Modes',
				'Details to return about each change, by default only the status',
				trackingModes('Return the changed values of the fields in the schema'),
			),
			tag: trackingTag,
		},
		first: ['modes'],
	},
	attributes: {
		label: 'Attributes',
		description: 'HTML attribute values of selected elements',
		fields: {
			selectors: rows(
				'Attributes',
				'HTML attributes to read',
				{ name: 'entry', displayName: 'Attribute', fields: attribute },
				{ needed: true, schema: z.array(objectOf(attribute)).min(1) },
			),
		},
	},
};

export type FormatType = keyof typeof formatTable;

export const formatTypes = Object.keys(formatTable) as FormatType[];

const isFormatType = (type: string): type is FormatType => Object.hasOwn(formatTable, type);

/** A format that is not in the table is sent unchanged. */
const format = z.union([
	variantOf(formatTable),
	z
		.object({
			type: z.custom<string>(
				(type) => typeof type === 'string' && type.trim() !== '' && !isFormatType(type),
			),
		})
		.passthrough(),
]);

export type Format = z.infer<typeof format>;

interface Extraction {
	prompt?: unknown;
	schema?: unknown;
	schemaExample?: unknown;
}

/** Returns what is wrong with the description of the data. Without a description, the extraction is paid for nothing. */
export function extractionIssue(
	{ prompt, schema, schemaExample }: Extraction,
	others = "'Schema' or 'Example'",
): z.IssueData | undefined {
	if (schema !== undefined && schemaExample !== undefined) {
		const message = "cannot be combined with 'Schema'";
		return { code: 'custom', path: ['schemaExample'], message };
	}
	if ([prompt, schema, schemaExample].some((part) => part !== undefined)) return undefined;
	return { code: 'custom', path: ['prompt'], message: `is required, unless ${others} is set` };
}

/** Whether a format extracts data. Change tracking does so only in one of its modes. */
const isExtraction = (format: Format): format is Format & Extraction =>
	format.type === 'changeTracking'
		? 'modes' in format && Array.isArray(format.modes) && format.modes.includes('json')
		: ['json', 'deterministicJson'].includes(format.type);

const count = (formats: Format[], type: string): number =>
	formats.filter((each) => each.type === type).length;

/** Returns the label of the first format that repeats another format with the same settings. */
function repeatedType(formats: Format[]): string | undefined {
	const known = new Set<string>();
	const { type } =
		formats.find((each) => known.size === known.add(JSON.stringify(each)).size) ?? {};
	return type !== undefined && isFormatType(type) ? formatTable[type].label : type;
}

export const formats = z.array(format).superRefine((list, context) => {
	const reject = (message: string) => context.addIssue({ code: 'custom', message });
	if (count(list, 'rawBase64') > 0 && list.length > 1) {
		reject("must not contain other formats in addition to 'Raw Base64'");
	}
	if (count(list, 'changeTracking') > 0 && count(list, 'markdown') === 0) {
		reject("must contain 'Markdown' to use 'Change Tracking'");
	}
	if (count(list, 'screenshot') > 1) reject("must contain 'Screenshot' only once");
	const repeated = repeatedType(list.filter(({ type }) => type !== 'screenshot'));
	if (repeated !== undefined) reject(`must contain '${repeated}' only once with the same settings`);
	if (count(list, 'json') > 0 && count(list, 'deterministicJson') > 0) {
		reject("must not contain both 'JSON' and 'Deterministic JSON (Beta)'");
	}
	list.forEach((each, index) => {
		const issue = isExtraction(each) ? extractionIssue(each) : undefined;
		if (issue !== undefined) context.addIssue({ ...issue, path: [index, ...(issue.path ?? [])] });
	});
});

/** The form initially contains Markdown, which is also the service's default. `schema` may restrict the formats. */
export const pageFormats = (
	only?: readonly FormatType[],
	schema: z.ZodType<Format[], z.ZodTypeDef, unknown> = formats,
) =>
	variants(
		'Formats',
		'Formats to return',
		{
			name: 'format',
			displayName: 'Format',
			// A row that a program wrote as a text, such as `html`, has only initial values, and must not become Markdown.
			type: { default: '', required: true, description: 'Type of content' },
			only,
		},
		formatTable,
		{
			schema,
			mark: 'nonEmpty',
			typeOptions: { sortable: true },
			default: { format: [{ type: 'markdown' }] },
			details: 'An expression in Type can specify any format that the service supports.',
		},
	);
