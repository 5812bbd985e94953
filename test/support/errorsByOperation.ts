import { cases } from '../cases';

export { operations, rowsFor, type Texts } from '../cases';

export const rowsByOperation = Object.fromEntries(cases.map((each) => [each.name, each]));
