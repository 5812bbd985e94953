import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

/** The response to a request, or the failure. */
export type AttemptResult = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };
