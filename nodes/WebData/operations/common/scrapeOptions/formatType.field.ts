import type { INodeProperties } from 'n8n-workflow';

export const formatTypeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'markdown',
	options: [
		{
			name: 'Attributes',
			value: 'attributes',
			description: 'HTML attribute values of selected elements',
		},
		{
			name: 'Audio',
			value: 'audio',
			description: "Link to the page's audio as an MP3 file. The link expires after 1 hour.",
		},
		{
			name: 'Branding',
			value: 'branding',
			description: 'Colors, fonts, logo, and style of the website',
		},
		{
			name: 'Change Tracking',
			value: 'changeTracking',
			description: "Changes since the last scrape of this page. Also requires 'Markdown'.",
		},
		{
			name: 'Deterministic JSON (Beta)',
			value: 'deterministicJson',
			description: 'Data in a shape that you describe, extracted in the same way each time',
		},
		{
			name: 'Highlights',
			value: 'highlights',
			description: 'Passages of the page that are relevant to a query',
		},
		{
			name: 'HTML',
			value: 'html',
			description: 'Cleaned HTML with absolute links',
		},
		{
			name: 'Images',
			value: 'images',
			description: 'URLs of all images on the page',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Data in a shape that you describe, extracted by a language model',
		},
		{
			name: 'Links',
			value: 'links',
			description: 'URLs of all links on the page',
		},
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Page text as Markdown',
		},
		{
			name: 'Menu',
			value: 'menu',
			description: 'Restaurant menu as structured data',
		},
		{
			name: 'Product',
			value: 'product',
			description: 'Product data: title, brand, variants, prices, availability',
		},
		{
			name: 'Query (Deprecated)',
			value: 'query',
			description: "Answer to a question. Replaced by 'Question' and 'Highlights'.",
		},
		{
			name: 'Question',
			value: 'question',
			description: 'Answer to a question about the page',
		},
		{
			name: 'Raw Base64',
			value: 'rawBase64',
			description: 'Original file as Base64. Cannot be combined with other formats.',
		},
		{
			name: 'Raw HTML',
			value: 'rawHtml',
			description: 'Unmodified HTML of the page',
		},
		{
			name: 'Screenshot',
			value: 'screenshot',
			description: 'Link to a screenshot of the page. The link expires after 24 hours.',
		},
		{
			name: 'Summary',
			value: 'summary',
			description: 'Summary of the page, written by a language model',
		},
		{
			name: 'Video',
			value: 'video',
			description: "Link to the page's video. The link expires after 1 hour.",
		},
	],
	description: 'Type of content to return',
};
