import { domainPattern, topLevelDomain } from '../../../nodes/WebData/api/schema/domain';
import { problems } from './problems';

test.each(['example.com', '*.example.com', 'a-b.example.co.uk', 'xn--mller-kva.example', 'A.B'])(
	'domainPattern accepts %s',
	(domain) => {
		expect(domainPattern.parse(` ${domain} `)).toBe(domain);
	},
);

test.each([
	'',
	'example',
	'https://example.com',
	'example.com/a',
	'example.com:80',
	'*.com.*',
	'-a.example',
	'a-.example',
	'a..example',
	`${'a'.repeat(64)}.example`,
	`${'a.'.repeat(130)}example`,
])('domainPattern rejects %j', (domain) => {
	expect(problems(domainPattern, domain)).toEqual([
		'must be a domain without scheme and path, as in example.com or *.example.com',
	]);
});

test.each(['zip', 'co', 'a'.repeat(63)])('topLevelDomain accepts %s', (domain) => {
	expect(topLevelDomain.parse(domain)).toBe(domain);
});

test.each(['', '.zip', 'ZIP', 'co.uk', 'xn--a', 'a'.repeat(64)])(
	'topLevelDomain rejects %j',
	(domain) => {
		expect(problems(topLevelDomain, domain)).toEqual([
			'must be a top-level domain in lowercase without a dot, as in zip',
		]);
	},
);
