// The part of the plugin that is used here; it brings no types of its own.
declare module '@joplin/turndown-plugin-gfm' {
	import type TurndownService from 'turndown';
	export function gfm(service: TurndownService): void;
}
