// n8n loads the page trigger from this file. The class is in the bundle that contains all nodes.

export { WebDataPageTrigger } from './WebData.node';
