// Entry file of the page trigger in the package. It exports the class from the bundle that contains all nodes.

export { WebDataPageTrigger } from './WebData.node';
