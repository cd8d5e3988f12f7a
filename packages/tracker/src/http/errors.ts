import type { FastifyReply } from 'fastify';
import { BusError } from '@rastro/bus';
import { StorageError } from '@rastro/storage';
import { AppError } from '../errors/app-error.ts';
import { ApiError } from './api-error.ts';

/** Headers of an answer that failed. */
const OF_THE_ANSWER = ['content-encoding', 'content-disposition', 'cache-control'];

/** One line of text with its status. */
export function sendError(reply: FastifyReply, { status, headers, body }: ApiError): void {
  // A stream that fails before its first byte has its headers on the bare response already.
  for (const name of OF_THE_ANSWER) reply.removeHeader(name).raw.removeHeader(name);
  void reply.code(status).headers(headers).type('text/plain').send(body);
}

/** Error that a client gets for a failure. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof AppError) return ApiError.of(error);
  if (error instanceof ApiError) return error;
  if (error instanceof StorageError || error instanceof BusError)
    return new ApiError(503, 'STORAGE_UNAVAILABLE', 'Try again in a moment');
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  if (statusCode === 413) return new ApiError(413, 'BODY_TOO_LARGE', 'Send at most 1 MiB');
  if (statusCode === 415) return new ApiError(415, 'UNSUPPORTED_CONTENT_TYPE', 'Send JSON or a form');
  if (statusCode !== undefined && statusCode < 500) {
    // The framework's own texts say what is wrong with a body, and nothing else.
    const explanation = code?.startsWith('FST_') ? message : null;
    return new ApiError(statusCode, 'INVALID_DATA', explanation ?? 'The request cannot be read');
  }
  return new ApiError(500, 'INTERNAL_ERROR', 'The server could not do this; it has been logged');
}
