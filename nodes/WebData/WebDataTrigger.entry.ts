// n8n loads the trigger from this file. The class is in the bundle that contains all nodes.

export { WebDataTrigger } from './WebData.node';
