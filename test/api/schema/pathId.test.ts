import { pathIdIn } from '../../../nodes/WebData/api/schema/pathId';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';
const SHORT = 'snap_01HZX';

test.each([
	['that is not a UUID', SHORT, SHORT],
	['with punctuation marks', 'aZ09._~-:;=@', 'aZ09._~-:;=@'],
	['of one character', '7', '7'],
	['of 200 characters', 'a'.repeat(200), 'a'.repeat(200)],
	['that only begins with a dot', '.a', '.a'],
	['with spaces and a line break', `  ${SHORT}\n`, SHORT],
	['in quotes', `"${SHORT}"`, SHORT],
	['in backticks', `\`${SHORT}\``, SHORT],
	['at the end of a URL', `https://api.example.com/v2/agent/${ID}/snapshots/${SHORT}`, SHORT],
	['in the middle of a URL', `/v2/agent/${ID}/snapshots/${SHORT}?x=1#top`, SHORT],
	['in a link', `<a href="/snapshots/${SHORT}">`, SHORT],
	['that contains a UUID', `snap_${ID}`, `snap_${ID}`],
	['that contains a UUID, in a URL', `/agent/${OTHER}/snapshots/snap_${ID}`, `snap_${ID}`],
	['that is a UUID', ID, ID],
	['that is a UUID in uppercase', ID.toUpperCase(), ID],
	['that is a UUID, with a period', `${ID}.`, ID],
	['that is a UUID after a word', `id: ${ID}`, ID],
	['that is a UUID after its segment, among others', `/agent/${OTHER}/snapshots/${ID}/x`, ID],
	['that is the only UUID in a URL', `/v2/things/${ID}`, ID],
	['that is a UUID followed by a bracket', `[it](https://x.example/snapshots/${ID})`, ID],
])('pathIdIn finds an id %s', (_case, text, id) => {
	expect(pathIdIn(text, 'snapshots')).toBe(id);
});

test.each([
	['an empty string', ''],
	['spaces', '  '],
	['two words', 'my snapshot'],
	['201 characters', 'a'.repeat(201)],
	['a dot', '.'],
	['two dots', '..'],
	['two dots in quotes', '".."'],
	['a path', '../snap'],
	['a path without an id after its segment', `/agent/${ID}/snapshots/..`],
	['an escaped slash', 'a%2Fb'],
	['half a surrogate pair', 'a\ud800'],
	['a control character', 'a\u0000'],
	['two different UUIDs', `${ID} ${OTHER}`],
	['a URL without an id after its segment', 'https://api.example.com/v2/agent'],
])('pathIdIn returns nothing for %s', (_case, text) => {
	expect(pathIdIn(text, 'snapshots')).toBeUndefined();
});
