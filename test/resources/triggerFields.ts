import { pageTriggerProperties } from '../../nodes/WebData/triggers/pages/form';
import { triggerProperties } from '../../nodes/WebData/triggers/events/form';
import { everyField, type Placed } from './everyField';

const isInput = ({ field: { type } }: Placed): boolean => type !== 'notice' && type !== 'hidden';

export const triggerFields: readonly Placed[] = [
	...everyField(triggerProperties, '', 'Trigger'),
	...everyField(pageTriggerProperties, '', 'Page Trigger'),
].filter(isInput);
