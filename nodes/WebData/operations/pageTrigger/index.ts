// What the page trigger offers, as data.

export { pageTriggerProperties } from './pageTrigger.fields';
export { OPERATION, RESOURCE, pageChange } from './output';
