import { canParse } from '../canParse';
import * as cheerio from 'cheerio';

type Values = Record<string, string>;

const colorOf: [string, RegExp][] = [
	['primary', /--(?:primary|brand)[\w-]*:\s*(#[0-9a-f]{3,8})/i],
	['secondary', /--secondary[\w-]*:\s*(#[0-9a-f]{3,8})/i],
	['accent', /--accent[\w-]*:\s*(#[0-9a-f]{3,8})/i],
	['background', /body\s*\{[^}]*background(?:-color)?:\s*(#[0-9a-f]{3,8})/i],
	['textPrimary', /body\s*\{[^}]*[^-]color:\s*(#[0-9a-f]{3,8})/i],
	['link', /\ba\s*\{[^}]*color:\s*(#[0-9a-f]{3,8})/i],
];

export function brandingOf(html: string, url: string): Record<string, unknown> {
	const $ = cheerio.load(html);
	const css = $('style').text();
	const colors = colorsIn(css);
	const families = [...css.matchAll(/font-family:\s*["']?([^;"',}]+)/gi)].map((match) =>
		(match[1] ?? '').trim(),
	);
	const images = imagesOf($, url);
	return {
		colorScheme: isDark(colors.background) ? 'dark' : 'light',
		logo: images.logo ?? null,
		colors,
		fonts: [...new Set(families)].map((family) => ({ family })),
		images,
	};
}

function colorsIn(css: string): Values {
	const colors = colorOf.map(([name, pattern]) => [name, pattern.exec(css)?.[1]?.toUpperCase()]);
	return Object.fromEntries(colors.filter(([, value]) => value !== undefined)) as Values;
}

function imagesOf($: cheerio.CheerioAPI, url: string): Values {
	const images = {
		logo: $('img[class*="logo"], img[alt*="logo" i]').attr('src'),
		favicon: $('link[rel~="icon"]').attr('href'),
		ogImage: $('meta[property="og:image"]').attr('content'),
	};
	const usable = Object.entries(images).filter(([, value]) => value && canParse(value, url));
	return Object.fromEntries(usable.map(([name, value]) => [name, new URL(value ?? '', url).href]));
}

function isDark(color = '#FFFFFF'): boolean {
	const digits = color.length < 7 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
	const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
	return ((red ?? 0) * 299 + (green ?? 0) * 587 + (blue ?? 0) * 114) / 1000 < 128;
}
