import { pathIdIn } from '../../../nodes/WebData/api/schema/pathId';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';
const SHORT = 'snap_01HZX';

test.each([
	['that is no UUID', SHORT, SHORT],
	['with punctuation marks', 'aZ09._~-:;=@', 'aZ09._~-:;=@'],
	['of one character', '7', '7'],
	['of 200 characters', 'a'.repeat(200), 'a'.repeat(200)],
	['that only begins with a dot', '.a', '.a'],
	['with spaces and a line break', `  ${SHORT}\n`, SHORT],
	['in quotes', `"${SHORT}"`, SHORT],
	['in code marks', `\`${SHORT}\``, SHORT],
	['at the end of a URL', `https://api.example.com/v2/agent/${ID}/snapshots/${SHORT}`, SHORT],
	['in a URL that goes on', `/v2/agent/${ID}/snapshots/${SHORT}?x=1#top`, SHORT],
	['in a link', `<a href="/snapshots/${SHORT}">`, SHORT],
	['that a UUID is part of', `snap_${ID}`, `snap_${ID}`],
	['that a UUID is part of, in a URL', `/agent/${OTHER}/snapshots/snap_${ID}`, `snap_${ID}`],
	['that is a UUID', ID, ID],
	['that is a UUID in capitals', ID.toUpperCase(), ID],
	['that is a UUID, with a full stop', `${ID}.`, ID],
	['that is a UUID behind a word', `id: ${ID}`, ID],
	['that is a UUID at its place among others', `/agent/${OTHER}/snapshots/${ID}/x`, ID],
	['that is a UUID elsewhere in a URL, where it is the only one', `/v2/things/${ID}`, ID],
	['that is a UUID with a bracket behind it', `[it](https://x.example/snapshots/${ID})`, ID],
])('an id %s is found', (_case, text, id) => {
	expect(pathIdIn(text, 'snapshots')).toBe(id);
});

test.each([
	['no text', ''],
	['spaces', '  '],
	['two words', 'my snapshot'],
	['201 characters', 'a'.repeat(201)],
	['a step to nowhere', '.'],
	['a step up', '..'],
	['a step up in quotes', '".."'],
	['a path', '../snap'],
	['a path without an id at its place', `/agent/${ID}/snapshots/..`],
	['an escaped slash', 'a%2Fb'],
	['half a surrogate pair', 'a\ud800'],
	['a control character', 'a\u0000'],
	['two different UUIDs', `${ID} ${OTHER}`],
	['a URL without an id at its place', 'https://api.example.com/v2/agent'],
])('%s gives none', (_case, text) => {
	expect(pathIdIn(text, 'snapshots')).toBeUndefined();
});
