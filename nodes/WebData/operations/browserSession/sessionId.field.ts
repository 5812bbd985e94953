import { idPickerField } from '../common/idPicker.field';

export const sessionIdField = idPickerField({
	displayName: 'Session',
	name: 'sessionId',
	description: 'ID of the browser session, from the output of Create or Get Many',
	searchListMethod: 'searchSessions',
	select: 'a session',
	errorMessage: 'Must contain the ID of a browser session, which is a UUID',
});
