export { pageTriggerProperties } from './pageTrigger.fields';
export { OPERATION, RESOURCE, pageChange } from './output';
