import * as cheerio from 'cheerio';

interface Offer {
	price?: number | string;
	priceCurrency?: string;
	availability?: string;
	sku?: string;
	name?: string;
	highPrice?: number | string;
}

interface JsonLdProduct {
	'@type'?: string;
	name?: string;
	description?: string;
	category?: string;
	sku?: string;
	url?: string;
	image?: string | string[];
	brand?: { name?: string } | string;
	offers?: Offer | Offer[];
}

export function productIn(html: string, url: string): Record<string, unknown> | null {
	const product = jsonLd(html).find((entry) => entry['@type'] === 'Product');
	if (!product) return null;
	const brand = typeof product.brand === 'string' ? product.brand : product.brand?.name;
	return {
		title: product.name ?? '',
		brand: brand ?? '',
		category: product.category ?? '',
		url: new URL(product.url ?? url, url).href,
		description: product.description ?? '',
		variants: [product.offers ?? []]
			.flat()
			.map((offer, index) => variant(product, offer, index, url)),
	};
}

function jsonLd(html: string): JsonLdProduct[] {
	const $ = cheerio.load(html);
	return $('script[type="application/ld+json"]')
		.toArray()
		.flatMap((element) => parsed($(element).text()));
}

function parsed(text: string): JsonLdProduct[] {
	try {
		return [JSON.parse(text) as JsonLdProduct | JsonLdProduct[]].flat();
	} catch {
		return [];
	}
}

function variant(
	product: JsonLdProduct,
	offer: Offer,
	index: number,
	url: string,
): Record<string, unknown> {
	const sku = offer.sku ?? product.sku ?? '';
	const images = [product.image ?? []].flat().map((src) => ({ url: new URL(src, url).href }));
	return {
		id: sku || String(index + 1),
		sku,
		title: offer.name ?? product.name ?? '',
		values: {},
		price: money(offer.price, offer.priceCurrency),
		...(offer.highPrice !== undefined && {
			sale: { originalPrice: money(offer.highPrice, offer.priceCurrency) },
		}),
		availability: availability(offer.availability ?? ''),
		images,
	};
}

function money(amount: number | string | undefined, currency = 'EUR'): Record<string, unknown> {
	const value = Number(amount ?? 0);
	return { amount: value, currency, formatted: `${value.toFixed(2)} ${currency}` };
}

function availability(schemaUrl: string): { inStock: boolean; text: string } {
	const text = schemaUrl.split('/').at(-1) ?? '';
	return { inStock: text === 'InStock', text };
}
