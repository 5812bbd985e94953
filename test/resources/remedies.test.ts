import { labelsOf } from '../../nodes/WebData/form/labels';
import { sayWith } from '../../nodes/WebData/host/output/text';
import { requestSettingsField } from '../../nodes/WebData/operation/settings';
import { operations, rowsFor } from '../cases';
import { adviceOf, sentBodies } from '../cases/rows';
import { everyField } from './everyField';

it('cause and remedy are sentences that say what to do with a field, and name only fields of the form', () => {
	const wrong = operations.flatMap(([name, { form }]) => {
		const fields = [...form.fields, requestSettingsField];
		const say = sayWith(labelsOf(fields));
		const placed = everyField(fields);
		const known = new Set([
			...['API Key', 'Base URL'],
			...placed.flatMap(({ label, field }) => [label, field.displayName]),
			...placed.flatMap(({ field }) =>
				(field.options ?? []).flatMap((each) =>
					'displayName' in each ? [each.name, each.displayName] : each.name,
				),
			),
		]);
		const isWrong = (text: string): boolean =>
			!/^[A-Z'n].*\.$/.test(text) ||
			/[{}]|Webhook >|\. (Change|Correct) '[^']+'\.$/.test(text) ||
			[...text.matchAll(/(?<!\w)'([A-Z][^']*)'/g)].some(([, label = '']) => !known.has(label));
		const rows = sentBodies.flatMap((sent) => Object.entries(rowsFor(name, sent)));
		return rows.flatMap(([row, { cause, remedy }]) =>
			[say(cause), say(remedy)].filter(isWrong).map((text) => `${name}, ${row}: ${text}`),
		);
	});
	expect(wrong).toEqual([]);
});

it('a remedy says to increase or lower a value only if the user has set it', () => {
	const wrong = operations.flatMap(([name, { form }]) => {
		const settings = everyField([requestSettingsField]).map(({ field }) => field.name);
		// These fields always have a value.
		const initial = everyField(form.fields).filter(({ field }) => field.default);
		const known = new Set([...settings, ...initial.map(({ field }) => field.name)]);
		return Object.entries(rowsFor(name)).flatMap(([row, { remedy }]) =>
			[...adviceOf(remedy).matchAll(/\b(?:increase|lower|raise|reduce) \{(\w+)\}/gi)].flatMap(
				([text, field = '']) => (known.has(field) ? [] : `${name}, ${row}: ${text}`),
			),
		);
	});
	expect(wrong).toEqual([]);
});

it('a remedy gives no advice twice', () => {
	const wrong = operations.flatMap(([name, { form }]) => {
		const say = sayWith(labelsOf([...form.fields, requestSettingsField]));
		return sentBodies.flatMap((sent) =>
			Object.entries(rowsFor(name, sent)).flatMap(([row, { remedy }]) => {
				const advice = say(remedy);
				const opening = /^(?:(?:'[^']*'|\S+) ?){1,3}/;
				const openings = advice.split('. ').map((sentence) => opening.exec(sentence)?.[0]);
				return new Set(openings).size < openings.length ? `${name}, ${row}: ${advice}` : [];
			}),
		);
	});
	expect(wrong).toEqual([]);
});

it('only errors of the public service name its dashboard', () => {
	const naming = operations.flatMap(([name]) =>
		Object.entries(rowsFor(name)).flatMap(([row, { cause, remedy }]) =>
			`${cause} ${adviceOf(remedy)}`.includes("service's dashboard") ? row : [],
		),
	);
	expect([...new Set(naming)]).toEqual(['thirdPartyTerms']);
});
