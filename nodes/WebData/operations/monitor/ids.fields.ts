import { idPickerField } from '../common/idPicker.field';

export const monitorIdField = idPickerField({
	displayName: 'Monitor',
	name: 'monitorId',
	description: 'ID of the monitor, from the output of Create or Get Many',
	searchListMethod: 'searchMonitors',
	select: 'a monitor',
	errorMessage: 'Must contain the ID of a monitor, which is a UUID',
});

export const checkIdField = idPickerField({
	displayName: 'Check',
	name: 'checkId',
	description:
		"ID of the check, from the output of Run or Get Checks, or from the 'checkId' field of a webhook event",
	searchListMethod: 'searchChecks',
	select: 'a check',
	errorMessage: 'Must contain the ID of a check, which is a UUID',
});
