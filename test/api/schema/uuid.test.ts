import { uuidIn } from '../../../nodes/WebData/api/schema/uuid';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';

test.each([
	['that is the whole text', ID],
	['with spaces and a line break', `  ${ID}\n`],
	['in quotes', `"${ID}"`],
	['in a URL', `https://api.example.com/v2/scrape/${ID}/interact?x=1`],
	['in uppercase', ID.toUpperCase()],
	['twice', `${ID}, ${ID.toUpperCase()}`],
	['after a word', `id:${ID}`],
	['after its segment in a URL with another id', `/teams/${OTHER}/v2/scrape/${ID}/x/${OTHER}`],
	['in uppercase after its segment', `/scrape/${ID.toUpperCase()}/x/${OTHER}`],
	['that is the only one in a URL', `/v2/agent/${ID}`],
])('uuidIn finds an id %s', (_case, text) => {
	expect(uuidIn(text, 'scrape')).toBe(ID);
});

test.each([
	['an empty string', ''],
	['text without an id', 'my scrape'],
	['an id without its last digit', ID.slice(0, -1)],
	['an id with an extra digit at the end', `${ID}0`],
	['an id with an extra digit at the beginning', `a${ID}`],
	['an id without dashes', ID.replaceAll('-', '')],
	['an id with a letter that is not hexadecimal', ID.replace('7d5e', '7d5g')],
	['two different ids', `${ID} ${OTHER}`],
	['a URL with two ids, neither of them after its segment', `/teams/${ID}/jobs/${OTHER}`],
])('uuidIn returns nothing for %s', (_case, text) => {
	expect(uuidIn(text, 'scrape')).toBeUndefined();
});
