import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';
import { linkBetween, type LinkKind, type LinkSubject } from './link-kinds.ts';

/** A link to be made, or to be taken away. */
export interface LinkChange {
  readonly kind: LinkKind;
  readonly id: number;
  readonly isLinked: boolean;
}
export interface LinkFailure {
  readonly change: LinkChange;
  readonly failure: ApiFailure;
}

/** A call of this size is answered quickly, and a rejected one is retried one by one. */
const CHUNK = 200;

/**
 * Saves changes many at a time. A rejected list is retried pair by pair, so that valid changes are saved and each
 * invalid one has its reason. Without a connection the rest is not tried.
 */
export async function saveLinks(
  client: TrackingClient,
  subject: LinkSubject,
  changes: readonly LinkChange[],
  onProgress: (done: number) => void,
): Promise<readonly LinkFailure[]> {
  const { signal } = new AbortController();
  const failures: LinkFailure[] = [];
  let done = 0;
  const advance = (count: number): void => onProgress((done += count));
  const alike = Map.groupBy(changes, ({ kind, isLinked }) => `${kind} ${isLinked}`);
  const chunks = [...alike.values()].flatMap((group) => chunksOf(group, CHUNK));
  let lost: ApiFailure | null = null;
  for (const chunk of chunks) {
    if (lost !== null) {
      for (const change of chunk) failures.push({ change, failure: lost });
      continue;
    }
    const links = chunk.map((change) => linkBetween(subject, change));
    const isLinked = chunk[0]?.isLinked === true;
    const all = isLinked
      ? await client.permissions.linkMany(links, signal)
      : await client.permissions.unlinkMany(links, signal);
    if (all.ok) {
      advance(chunk.length);
      continue;
    }
    if (isLost(all.error)) lost = all.error;
    for (const change of chunk) {
      if (lost !== null) {
        failures.push({ change, failure: lost });
        continue;
      }
      const link = linkBetween(subject, change);
      const one = isLinked
        ? await client.permissions.link(link, signal)
        : await client.permissions.unlink(link, signal);
      if (!one.ok) failures.push({ change, failure: one.error });
      if (!one.ok && isLost(one.error)) lost = one.error;
      advance(1);
    }
  }
  return failures;
}

/** There was no answer, or the user is signed out. */
const isLost = ({ status }: ApiFailure): boolean => status === 0 || status === 401 || status >= 500;

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
