// n8n loads the page trigger from this file. The bundle of all nodes contains the class.

export { WebDataPageTrigger } from './WebData.node';
