// The file of the trigger in the package: n8n loads the class from the bundle of all nodes.

export { WebDataTrigger } from './WebData.node';
