import { interactForm, storedPageForm } from '../../nodes/WebData/resources/scrape/interact';
import { scrapeForm } from '../../nodes/WebData/resources/scrape/operations';
import { problems } from '../form/problems';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const scrape = (fields: Record<string, unknown>) =>
	problems(scrapeForm.input, { url: 'https://example.com', ...fields });

it.each([
	{ headers: { Cookie: 'a=1', 'X-Empty': '' } },
	{ redactPII: { mode: 'fast', newField: { a: 1 } } },
	{ auditMetadata: { username: 'night-run', newField: { a: 1 } } },
])('accepts %j', (fields) => {
	expect(scrape(fields)).toEqual([]);
});

it.each<[Record<string, unknown>, string]>([
	[{ url: 5 }, 'url must be text (it is 5)'],
	[{ excludeTags: ['a', 5] }, 'excludeTags.1 must be text (it is 5)'],
	[{ headers: { Cookie: 1 } }, 'headers.Cookie must be text (it is 1)'],
	[{ headers: { '': 'x' } }, 'headers. must contain a name for each header'],
	[{ headers: { a: '', A: '' } }, 'headers must contain each header only once (A is repeated)'],
	[{ onlyMainContnt: true }, 'must not contain "onlyMainContnt"'],
	[{ origin: 'x' }, 'must not contain "origin"'],
	[{ parsers: [{ type: 'pdf', dpi: 300 }] }, 'parsers.0 must not contain "dpi"'],
	[{ parsers: ['pdf'] }, 'parsers.0 must be a JSON object (it is "pdf")'],
	[{ profile: { saveChanges: false } }, 'profile.name is required'],
	[{ auditMetadata: { note: 'x' } }, 'auditMetadata.username is required'],
	[{ redactPII: 'yes' }, 'redactPII must be true or false or a JSON object (it is "yes")'],
])('rejects %j: %s', (fields, problem) => {
	expect(scrape(fields)).toEqual([problem]);
});

it('a country is two capital letters', () => {
	const wrong = ['de', 'DEU', '', 'D1', 'ÄÖ', 'DE\n'];
	const problem = 'location.country must be a country code of two capital letters, as in DE';
	const messages = wrong.flatMap((country) => scrape({ location: { country } }));
	expect(messages).toEqual(wrong.map(() => problem));
});

const malformed = 'scrapeId must be the ID of a scrape, which is a UUID';

it.each([
	['interact', interactForm.input],
	['stop interact', storedPageForm.input],
])('%s requires the ID of a scrape, which may be within a URL', (_name, contract) => {
	const url = ` https://api.example.com/v2/scrape/${ID.toUpperCase()}/interact `;
	expect(contract.parse({ scrapeId: url })).toMatchObject({ scrapeId: ID });
	const wrong = [undefined, '', 'scr_01HZX', `${ID} 5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f`];
	const messages = wrong.map((scrapeId) => problems(contract, { scrapeId })[0]);
	expect(messages).toEqual([
		'scrapeId is required',
		'scrapeId must not be empty',
		malformed,
		malformed,
	]);
});
