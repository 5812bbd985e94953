import { compileDetails } from './details';
import { closedObject } from './parts';
import { parseFields } from './scrape';

export const checkParseOptions = compileDetails(closedObject(parseFields));
