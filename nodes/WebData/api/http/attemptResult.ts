import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

export type AttemptResult = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };
