import type { FastifyRequest } from 'fastify';
import { FORM } from '@rastro/tracker';

export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith(FORM) ?? false;

/**
 * A body as the parser of the embedded server reads it, whatever type it says it has; null = it cannot be read.
 * Bodies pass through untouched all the same: the side that answers reads them again.
 */
export function readJson(request: FastifyRequest): unknown {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return null;
  const text = request.body.toString('utf8');
  const box: { value: unknown } = { value: null };
  // It calls back at once.
  void request.server.getDefaultJsonParser('error', 'error')(request, text, (error, value) => {
    if (!error) box.value = value;
  });
  return box.value;
}
