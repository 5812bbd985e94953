// Fields of a map request, from the documentation of the public API and from the live API.

import { option, type FieldCase } from './searchFields';

export const mapFieldCases: readonly FieldCase[] = [
	{ field: 'url', form: {}, sent: {} },
	{ field: 'search', form: { search: 'tides' }, sent: { search: 'tides' } },
	{ field: 'limit', form: { limit: 3 }, sent: { limit: 3 } },
	option('sitemap', 'only'),
	option('includeSubdomains', false),
	option('ignoreQueryParameters', false),
	option('timeout', 30_000),
	option('ignoreCache', true),
	option('location', { country: 'DE', languages: ['de-DE'] }),
	option('auditMetadata', { username: 'night-run' }),
	option('threatProtection', { mode: 'normal' }),
	option('headers', { header: [{ name: 'Cookie', value: 'a=1' }] }, { Cookie: 'a=1' }),
	option('filterByPath', false),
	option('useIndex', false),
	option('includePaths', ['^/light/.*']),
	option('excludePaths', ['^/private/.*', '^/news/(a|b),c$']),
	option('origin', 'test'),
	option('integration', '_test'),
];
