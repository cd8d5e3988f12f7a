import type { FastifyInstance } from 'fastify';

export const FORM = 'application/x-www-form-urlencoded';

/** A form as its fields. Of a name given twice the first counts, as for the gateway's throttle and for Traccar. */
export const readForm = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(text)].toReversed());

/**
 * The bodies that routes take: JSON, forms and the uploads named. The gateway reads bodies with the same two readers,
 * so that it never judges another body than the handler gets.
 */
export function addBodyParsers(
  app: FastifyInstance,
  uploads: { readonly types: readonly string[]; readonly limitBytes: number },
): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a type on every call, also on those without a body.
    if (body === '') done(null);
    else void parseJson(request, String(body), done);
  });
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(String(body)));
  });
  for (const type of uploads.types) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: uploads.limitBytes }, (_r, body, done) =>
      done(null, body),
    );
  }
}
