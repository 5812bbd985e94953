// Types of the plugin functions that are used here. The plugin does not include types.
declare module '@joplin/turndown-plugin-gfm' {
	import type TurndownService from 'turndown';
	export function gfm(service: TurndownService): void;
}
