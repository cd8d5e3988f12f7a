import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPlainEnough, scanForm, scanJson, type BodyBounds } from '@rastro/fleet/api';

export const FORM = 'application/x-www-form-urlencoded';

/** A form as its fields. Of a name given twice the first counts, as for Traccar. */
export const readForm = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(text)].toReversed());

/** JSON, or what is wrong with it. `isTooMuch`: it was not even parsed, whatever type it says it has. */
export type JsonRead = { readonly value: unknown } | { readonly error: Error; readonly isTooMuch?: true };

/**
 * The one reader of JSON, for the gateway and for a tracking server without one. Names that reach into prototypes,
 * excessive depths and numbers that JSON does not have are errors; a body with too many members is rejected before
 * anything is parsed.
 */
export function readJson(request: FastifyRequest, text: string, bounds?: BodyBounds): JsonRead {
  const { problem } = scanJson(text, bounds);
  if (problem !== null) return { error: badBody(`The body ${problem}`), isTooMuch: true };
  const box: { read: JsonRead } = { read: { error: new Error('The body is not JSON') } };
  // It calls back at once.
  void request.server.getDefaultJsonParser('error', 'error')(request, text, (error, value: unknown) => {
    if (error) box.read = { error };
    else if (isPlainEnough(value)) box.read = { value };
    else box.read = { error: badBody('Too deep, or a number too large') };
  });
  return box.read;
}
const badBody = (message: string): Error =>
  Object.assign(new Error(message), { statusCode: 400, code: 'FST_BODY' });

/** The bodies that routes take: JSON, forms and the uploads named. */
export function addBodyParsers(
  app: FastifyInstance,
  uploads: { readonly types: readonly string[]; readonly limitBytes: number },
): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a type on every call, also on those without a body.
    if (body === '') return done(null);
    const read = readJson(request, String(body));
    return 'error' in read ? done(read.error) : done(null, read.value);
  });
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    const { problem } = scanForm(String(body));
    if (problem === null) done(null, readForm(String(body)));
    else done(badBody(`The form ${problem}`));
  });
  for (const type of uploads.types) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: uploads.limitBytes }, (_r, body, done) =>
      done(null, body),
    );
  }
}
