// n8n loads this file, which exports the page trigger's class from the bundle of all nodes.

export { WebDataPageTrigger } from './WebData.node';
