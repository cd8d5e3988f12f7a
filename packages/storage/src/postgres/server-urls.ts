import { StorageError } from '../storage-error.ts';

/** Servers of which one takes changes, and may be another one later. */
export interface ServerList {
  /** One url for each. */
  readonly urls: readonly string[];
  /** False = any of them will do. */
  readonly mustTakeChanges: boolean;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
const WANTED = 'target_session_attrs';

/**
 * Servers of a url, which may name several as libpq takes them: `postgres://user@one:5432,other:5433/database`. Of several
 * the one that takes changes is meant, unless the url says `target_session_attrs=any`.
 * @throws StorageError UNAVAILABLE when the url is none.
 */
export function serversOf(url: string): ServerList {
  const [, before = '', hosts = '', behind = ''] = PARTS.exec(url) ?? [];
  const parsed = hosts.split(',').map((host) => URL.parse(`${before}${host}${behind}`));
  const wanted = parsed[0]?.searchParams.get(WANTED);
  const urls = parsed.map((each) => {
    // The url has a password: no message repeats it.
    if (!each) throw new StorageError('read the url of the database', 'UNAVAILABLE');
    each.searchParams.delete(WANTED);
    return each.href;
  });
  return { urls, mustTakeChanges: urls.length > 1 && wanted !== 'any' };
}
