// The plugin contains no types. This file declares only the functions that the local service uses.
declare module '@joplin/turndown-plugin-gfm' {
	import type TurndownService from 'turndown';
	export function gfm(service: TurndownService): void;
}
