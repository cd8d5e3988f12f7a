import { fail, type Result } from '@rastro/base';
import type { DecodeContext, DecodeFailure, DeviceRecord, HttpReply, HttpRequest } from '../protocol.ts';
import { identifierOf, readForm } from './frame.ts';
import { decodeJson } from './json.ts';
import { decodeQuery } from './query.ts';

export function identify(request: HttpRequest): readonly string[] {
  const id = identifierOf(readForm(request));
  return id === null ? [] : [id];
}

/** A 404 informs the app of a JSON form that the device is unknown; everything else is a bad request. */
export function reject(request: HttpRequest): HttpReply {
  const form = readForm(request);
  return { status: form.kind === 'json' && identifierOf(form) !== null ? 404 : 400, body: '' };
}

export function decode(
  request: HttpRequest,
  context: DecodeContext,
): Result<readonly DeviceRecord[], DecodeFailure> {
  const form = readForm(request);
  if (form.kind === 'query') return decodeQuery(form.parameters, context);
  if (form.kind === 'json') return decodeJson(form.value, context);
  return fail({ code: 'MALFORMED', detail: 'body is not JSON' });
}
