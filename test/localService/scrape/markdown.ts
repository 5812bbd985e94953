import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

export function toMarkdown(html: string, removesBase64Images: boolean): string {
	const service = new TurndownService({
		headingStyle: 'atx',
		codeBlockStyle: 'fenced',
		bulletListMarker: '-',
	});
	service.use(gfm);
	const markdown = service.turndown(html).trim();
	if (!removesBase64Images) return markdown;
	return markdown.replace(/(!\[[^\]]*\])\(data:image\/[^)]*\)/g, '$1(<Base64-Image-Removed>)');
}
