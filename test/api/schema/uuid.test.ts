import { uuidIn } from '../../../nodes/WebData/api/schema/uuid';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';

test.each([
	['alone', ID],
	['with spaces and a line break', `  ${ID}\n`],
	['in quotes', `"${ID}"`],
	['in a URL', `https://api.example.com/v2/scrape/${ID}/interact?x=1`],
	['in capitals', ID.toUpperCase()],
	['twice', `${ID}, ${ID.toUpperCase()}`],
	['behind a word', `id:${ID}`],
	['at its place in a URL with another id', `/teams/${OTHER}/v2/scrape/${ID}/x/${OTHER}`],
	['in capitals at its place', `/scrape/${ID.toUpperCase()}/x/${OTHER}`],
	['elsewhere in a URL, where it is the only one', `/v2/agent/${ID}`],
])('an id %s is found', (_case, text) => {
	expect(uuidIn(text, 'scrape')).toBe(ID);
});

test.each([
	['no text', ''],
	['no id', 'my scrape'],
	['an id without its last digit', ID.slice(0, -1)],
	['an id with a digit too many', `${ID}0`],
	['an id with a digit too many in front', `a${ID}`],
	['an id without dashes', ID.replaceAll('-', '')],
	['an id with a letter that is no digit', ID.replace('7d5e', '7d5g')],
	['two different ids', `${ID} ${OTHER}`],
	['a URL in which neither of two ids is at its place', `/teams/${ID}/jobs/${OTHER}`],
])('%s gives none', (_case, text) => {
	expect(uuidIn(text, 'scrape')).toBeUndefined();
});
