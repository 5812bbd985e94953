import { closedObject, flag, integration, text } from './parts';
import { scrapeFields } from './scrape';
import { compileCheck } from './validate';

export const checkParseOptions = compileCheck(
	closedObject({ ...scrapeFields, zeroDataRetention: flag, origin: text, integration }),
);
