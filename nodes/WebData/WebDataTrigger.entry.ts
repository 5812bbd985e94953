// n8n loads the trigger's class from this file. The bundle of all nodes contains the class.

export { WebDataTrigger } from './WebData.node';
