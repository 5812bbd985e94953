export interface RobotsRules {
	allows(url: string): boolean;
	sitemaps: readonly string[];
}

interface Group {
	agents: string[];
	rules: { isAllowed: boolean; path: string }[];
}

export const noRobotsRules: RobotsRules = { allows: () => true, sitemaps: [] };

export function parseRobots(text: string, agent = '*'): RobotsRules {
	const groups: Group[] = [];
	const sitemaps: string[] = [];
	let isReadingAgents = false;
	for (const [name, value] of fieldsOf(text)) {
		if (name === 'sitemap') sitemaps.push(value);
		if (name === 'user-agent') {
			if (!isReadingAgents) groups.push({ agents: [], rules: [] });
			groups.at(-1)?.agents.push(value.toLowerCase());
		}
		if (name === 'allow' || name === 'disallow') {
			groups.at(-1)?.rules.push({ isAllowed: name === 'allow', path: value });
		}
		isReadingAgents = name === 'user-agent';
	}
	const rules = rulesFor(groups, agent.toLowerCase());
	return { allows: (url) => isAllowed(rules, url), sitemaps };
}

function fieldsOf(text: string): [string, string][] {
	return text.split(/\r?\n/).flatMap((line): [string, string][] => {
		const match = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line);
		return match ? [[(match[1] ?? '').toLowerCase(), (match[2] ?? '').trim()]] : [];
	});
}

function rulesFor(groups: readonly Group[], agent: string): Group['rules'] {
	const named = groups.filter(({ agents }) => agents.includes(agent));
	const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
	return chosen.flatMap(({ rules }) => rules).filter(({ path }) => path !== '');
}

// The longest matching rule wins, as in RFC 9309.
function isAllowed(rules: Group['rules'], url: string): boolean {
	const { pathname, search } = new URL(url);
	const matching = rules.filter(({ path }) => patternOf(path).test(pathname + search));
	const longest = matching.sort((a, b) => b.path.length - a.path.length)[0];
	return longest?.isAllowed ?? true;
}

function patternOf(path: string): RegExp {
	const escaped = path.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*');
	return new RegExp(`^${escaped}`);
}
