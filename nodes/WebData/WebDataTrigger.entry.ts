// n8n loads this file, which exports the trigger's class from the bundle of all nodes.

export { WebDataTrigger } from './WebData.node';
