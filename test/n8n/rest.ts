export interface Owner {
	email: string;
	password: string;
}

export interface Rest {
	get: <T>(path: string) => Promise<T>;
	post: <T>(path: string, body?: unknown) => Promise<T>;
	text: (path: string) => Promise<string>;
	cookie: () => string;
}

export async function logIn(url: string, owner: Owner): Promise<Rest> {
	const answer = await send(url, '/login', {
		method: 'POST',
		body: { emailOrLdapLoginId: owner.email, password: owner.password },
	});
	return session(url, cookieOf(answer.headers));
}

export async function setUpOwner(url: string, owner: Owner): Promise<void> {
	await send(url, '/owner/setup', {
		method: 'POST',
		body: { ...owner, firstName: 'Test', lastName: 'Owner' },
	});
}

function session(url: string, cookie: string): Rest {
	const data = async <T>(path: string, call: Call): Promise<T> => {
		const { text } = await send(url, path, { ...call, cookie });
		return (JSON.parse(text) as { data: T }).data;
	};
	return {
		get: (path) => data(path, { method: 'GET' }),
		post: (path, body = {}) => data(path, { method: 'POST', body }),
		text: async (path) => (await send(url, path, { method: 'GET', cookie })).text,
		cookie: () => cookie,
	};
}

interface Call {
	method: string;
	body?: unknown;
	cookie?: string;
}

async function send(
	url: string,
	path: string,
	{ method, body, cookie }: Call,
): Promise<{ headers: Headers; text: string }> {
	const response = await fetch(`${url}/rest${path}`, {
		method,
		headers: {
			'content-type': 'application/json',
			...(cookie ? { cookie } : {}),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok)
		throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${text}`);
	return { headers: response.headers, text };
}

function cookieOf(headers: Headers): string {
	const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
	if (cookies.length === 0) throw new Error('n8n gave no session cookie');
	return cookies.join('; ');
}
