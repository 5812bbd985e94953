import type { FetchedPage } from './fetchPage';

export function decodeText(page: FetchedPage): string {
	const start = page.bytes.subarray(0, 1024).toString('latin1');
	const named = page.charset ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
	try {
		return new TextDecoder(named ?? 'utf-8').decode(page.bytes);
	} catch {
		return new TextDecoder('utf-8').decode(page.bytes);
	}
}
