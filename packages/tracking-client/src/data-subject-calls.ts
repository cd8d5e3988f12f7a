import type { ErasurePreview } from '@rastro/fleet';
import type { ExtensionRoutes } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

/** An account or a driver. */
export interface DataSubject {
  readonly kind: 'user' | 'driver';
  readonly id: number;
}

/** Stored data about a data subject, and its erasure; for the subject's manager. */
export interface DataSubjectCalls {
  /** All of it, as a file of JSON. */
  data(of: DataSubject, signal: AbortSignal): Promise<Answer<string>>;
  /** Previews the erasure. */
  preview(of: DataSubject, signal: AbortSignal): Promise<Answer<ErasurePreview>>;
  /** For good. @param name Exact name, as typed. */
  erase(of: DataSubject, name: string, signal: AbortSignal): Promise<Answer<null>>;
}

export const dataSubjectCalls = (caller: Caller<ExtensionRoutes>): DataSubjectCalls => ({
  data: ({ kind, id }, signal) =>
    kind === 'user'
      ? caller.text('GET /users/:id/data', { params: { id } }, signal)
      : caller.text('GET /drivers/:id/data', { params: { id } }, signal),
  preview: ({ kind, id }, signal) =>
    kind === 'user'
      ? caller.json('GET /users/:id/erasure', { params: { id } }, signal)
      : caller.json('GET /drivers/:id/erasure', { params: { id } }, signal),
  erase: ({ kind, id }, name, signal) =>
    kind === 'user'
      ? caller.done('POST /users/:id/erasure', { params: { id }, json: { name } }, signal)
      : caller.done('POST /drivers/:id/erasure', { params: { id }, json: { name } }, signal),
});
