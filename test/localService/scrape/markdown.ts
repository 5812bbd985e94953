import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

export function toMarkdown(html: string): string {
	const service = new TurndownService({
		headingStyle: 'atx',
		codeBlockStyle: 'fenced',
		bulletListMarker: '-',
	});
	service.use(gfm);
	return service.turndown(html).trim();
}

export function withoutBase64Images(markdown: string): string {
	return markdown.replace(/(!\[[^\]]*\])\(data:image\/[^)]*\)/g, '$1(<Base64-Image-Removed>)');
}
