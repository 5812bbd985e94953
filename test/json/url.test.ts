import { mediaType } from '../../nodes/WebData/files/fileNames';
import { pathIdIn, uuidIn } from '../../nodes/WebData/json/json';

test('mediaType is in lowercase and without parameters', () => {
	expect([' Text/HTML ; charset=UTF-8', ''].map(mediaType)).toEqual(['text/html', '']);
});

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';
const SHORT = 'snap_01HZX';

test.each([
	['with punctuation marks', 'aZ09._~-:;=@', 'aZ09._~-:;=@'],
	['of 200 characters', 'a'.repeat(200), 'a'.repeat(200)],
	['in quotes, with spaces', ` "${SHORT}"\n`, SHORT],
	['in the middle of a URL', `/v2/agent/${ID}/snapshots/${SHORT}?x=1#top`, SHORT],
	['that contains a UUID, in a URL', `/agent/${OTHER}/snapshots/snap_${ID}`, `snap_${ID}`],
	['that is a UUID in uppercase', ID.toUpperCase(), ID],
	['that is a UUID after its segment, among others', `/agent/${OTHER}/snapshots/${ID}/x`, ID],
	['that is the only UUID in a URL', `/v2/things/${ID}`, ID],
])('pathIdIn finds an id %s', (_case, text, id) => {
	expect(pathIdIn(text, 'snapshots')).toBe(id);
});

test.each([
	['201 characters', 'a'.repeat(201)],
	['two dots in quotes', '".."'],
	['a path', '../snap'],
	['a path without an id after its segment', `/agent/${ID}/snapshots/..`],
	['an escaped slash', 'a%2Fb'],
	['a control character', 'a\u0000'],
	['two different UUIDs', `${ID} ${OTHER}`],
])('pathIdIn returns nothing for %s', (_case, text) => {
	expect(pathIdIn(text, 'snapshots')).toBeUndefined();
});

test.each([
	['twice, in uppercase', `${ID}, ${ID.toUpperCase()}`],
	['after its segment in a URL with another id', `/teams/${OTHER}/v2/scrape/${ID}/x/${OTHER}`],
	['that is the only one in a URL', `https://api.example.com/v2/agent/${ID}?x=1`],
])('uuidIn finds an id %s', (_case, text) => {
	expect(uuidIn(text, 'scrape')).toBe(ID);
});

test.each([
	['an id without its last digit', ID.slice(0, -1)],
	['an id with an extra digit at the end', `${ID}0`],
	['an id with a letter that is not hexadecimal', ID.replace('7d5e', '7d5g')],
	['a URL with two ids, neither of them after its segment', `/teams/${ID}/jobs/${OTHER}`],
])('uuidIn returns nothing for %s', (_case, text) => {
	expect(uuidIn(text, 'scrape')).toBeUndefined();
});
