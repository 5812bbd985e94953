// n8n loads the page trigger's class from this file. The bundle of all nodes contains the class.

export { WebDataPageTrigger } from './WebData.node';
