// Entry file of the trigger in the package. It exports the class from the bundle that contains all nodes.

export { WebDataTrigger } from './WebData.node';
