import { pageTriggerProperties, triggerProperties } from '../../nodes/WebData/operations';
import { everyField, type Placed } from './everyField';

const isInput = ({ field: { type } }: Placed): boolean => type !== 'notice' && type !== 'hidden';

export const triggerFields: readonly Placed[] = [
	...everyField(triggerProperties, '', 'Trigger'),
	...everyField(pageTriggerProperties, '', 'Page Trigger'),
].filter(isInput);
