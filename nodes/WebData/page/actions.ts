import { z } from 'zod';
import { choice, flag, number, text, whole } from '../form/form';
import { variantOf, variants } from '../form/rows';
import { screenshot } from './formats';

/** Maximum number of actions that the open-source server accepts. */
const MAX_ACTIONS = 50;

const actionTable = {
	wait: {
		label: 'Wait',
		description: 'Wait for a duration or for an element',
		fields: {
			milliseconds: whole('Duration (Ms)', 'Milliseconds, or 0 to wait for the selector', {
				min: 1,
				default: 0,
			}),
			selector: text('Selector', 'CSS selector to wait for', { placeholder: 'e.g. #results' }),
		},
	},
	screenshot: {
		label: 'Screenshot',
		description: 'Take a screenshot of the page',
		...screenshot,
	},
	click: {
		label: 'Click',
		description: 'Click one or all elements that match a CSS selector',
		fields: {
			selector: text('Selector', 'CSS selector', {
				required: true,
				placeholder: 'e.g. button.more',
			}),
		},
		options: {
			all: flag(
				'All Matches',
				'Whether to click all matches. Without a match, the action is skipped.',
			),
		},
	},
	write: {
		label: 'Write Text',
		description: 'Type text into the focused field. Click the field first.',
		fields: {
			text: text('Text', 'Text to type into the clicked field', {
				required: true,
				schema: z.string().min(1),
				placeholder: 'e.g. lighthouse',
			}),
		},
	},
	press: {
		label: 'Press Key',
		description: 'Press a key',
		fields: {
			key: text('Key', 'Such as Enter or ArrowDown', {
				required: true,
				schema: z.string().min(1),
				placeholder: 'e.g. Tab',
			}),
		},
	},
	scroll: {
		label: 'Scroll',
		description: 'Scroll the page or an element',
		fields: {
			direction: choice('Direction', undefined, 'down', { up: 'Up', down: 'Down' }),
		},
		options: {
			selector: text('Selector', 'CSS selector of an element to scroll', {
				placeholder: 'e.g. .list',
				details: 'By default, the page is scrolled.',
			}),
		},
	},
	scrape: {
		label: 'Capture Page',
		description: 'Return the URL and the HTML of the page at this point',
	},
	executeJavascript: {
		label: 'Execute JavaScript',
		description: 'Run code on the page and return its result',
		fields: {
			script: text('Script', 'JavaScript to run on the page', {
				typeOptions: { rows: 4 },
				required: true,
				placeholder: 'e.g. document.querySelectorAll("li").length',
			}),
		},
	},
	pdf: {
		label: 'Generate PDF',
		description: 'Print the page to a PDF file',
		options: {
			format: choice('Paper Format', 'Paper size of the PDF file', 'Letter', {
				A0: 'A0',
				A1: 'A1',
				A2: 'A2',
				A3: 'A3',
				A4: 'A4',
				A5: 'A5',
				A6: 'A6',
				Letter: 'Letter',
				Legal: 'Legal',
				Tabloid: 'Tabloid',
				Ledger: 'Ledger',
			}),
			landscape: flag('Landscape', 'Whether to print in landscape orientation'),
			scale: number('Scale', 'Zoom factor of the printed page', {
				default: 1,
				typeOptions: { numberPrecision: 2 },
			}),
		},
	},
};

export const actions = variants(
	'Page: Actions (Click, Type, Scroll, JavaScript)',
	'Up to 50 actions before scraping. Turns caching off.',
	{
		name: 'action',
		displayName: 'Action',
		type: { default: 'wait', description: 'Type of action' },
	},
	actionTable,
	{
		schema: z
			.array(variantOf(actionTable))
			.max(MAX_ACTIONS)
			.superRefine((list, context) => {
				list.forEach((step, index) => {
					if (step.type !== 'wait') return;
					const forms = [step.milliseconds, step.selector].filter((form) => form !== undefined);
					if (forms.length === 1) return;
					context.addIssue({
						code: 'custom',
						path: [index],
						message: "must have either 'Duration (Ms)' or 'Selector'",
					});
				});
			}),
		typeOptions: { sortable: true },
		details:
			'The actions are performed in order. For complex interactions, use the Interact operation.',
	},
);
