import { NodeOperationError, type INode } from 'n8n-workflow';
import { triggerProperties } from '../../operations';
import { readForm, type FormIssue } from '../../operations/form/readForm';
import { checkTrigger, type TriggerValues } from '../../operations/trigger/input';
import { labelIssues } from '../input/prepare';
import { insertLabels } from '../output/insertLabels';

export interface TriggerContext {
	getNode(): INode;
	getNodeParameter(name: string, fallback: null): unknown;
}

const invalidForm = (node: INode, issues: readonly FormIssue[]): Error =>
	new NodeOperationError(
		node,
		issues
			.map(({ label, message }) => `'${label}' ${insertLabels(message, triggerProperties)}`)
			.join('; '),
		{ description: 'Correct the value, then try again.' },
	);

/** @throws an error that names the invalid fields */
export function readTrigger(context: TriggerContext): TriggerValues {
	const raw = Object.fromEntries(
		triggerProperties.map(({ name }) => [name, context.getNodeParameter(name, null)]),
	);
	const reading = readForm(triggerProperties, raw, context.getNode().parameters);
	const checked = checkTrigger(reading.values);
	if (reading.issues.length === 0 && 'values' in checked) return checked.values;
	const contract = 'issues' in checked ? labelIssues(checked.issues, reading) : [];
	throw invalidForm(context.getNode(), [...reading.issues, ...contract]);
}
