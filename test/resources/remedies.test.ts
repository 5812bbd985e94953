import { textWithLabels } from '../../nodes/WebData/host/output/text';
import { requestSettingsField } from '../../nodes/WebData/operation/settings';
import { operations, rowsFor } from '../cases';
import { everyField } from './everyField';

it('cause and remedy are sentences that say what to do with a field, and name only fields of the form', () => {
	const wrong = operations.flatMap(
		([
			name,
			{
				form: { fields: own },
			},
		]) => {
			const fields = [...own, requestSettingsField];
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
			return Object.entries(rowsFor(name)).flatMap(([row, { cause, remedy }]) =>
				[cause, remedy]
					.map((text) => textWithLabels(text, fields))
					.filter(isWrong)
					.map((text) => `${name}, ${row}: ${text}`),
			);
		},
	);
	expect(wrong).toEqual([]);
});
