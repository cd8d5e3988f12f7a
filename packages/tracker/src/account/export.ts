import { Readable } from 'node:stream';
import { apiDate, type AccountKey, type OwnAccountStatus } from '@rastro/fleet';
import type { Storage, StoredAction } from '@rastro/storage';
import type { Directory, UserEntity } from '../directory/directory.ts';
import { serializeUser } from '../serializers/serializers.ts';

interface Deps {
  readonly storage: Storage;
  readonly directory: Directory;
}
interface Exported {
  readonly user: UserEntity;
  readonly keys: readonly AccountKey[];
  readonly status: OwnAccountStatus;
}
const PAGE_ROWS = 500;

/** All stored data about a user, as JSON, piece by piece; nothing that opens anything. */
export const exportOf = (deps: Deps, exported: Exported): Readable => Readable.from(pieces(deps, exported));

async function* pieces(
  { storage, directory }: Deps,
  { user, keys, status }: Exported,
): AsyncGenerator<string> {
  const links = directory.links.ofOwner('user', user.id);
  const head = { account: serializeUser(user), standing: status, links, keys };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "actions": [`;
  let separator = '\n';
  for await (const page of actionsOf(storage, user.id)) {
    yield page.map((action) => `${separator}    ${JSON.stringify(serializeAction(action))}`).join(',');
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}

/** Oldest first. */
async function* actionsOf(storage: Storage, userId: number): AsyncGenerator<readonly StoredAction[]> {
  let after: StoredAction | null = null;
  for (;;) {
    const page: readonly StoredAction[] = await storage.searchActions({
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      userId,
      objectType: null,
      objectId: null,
      actionType: null,
      text: null,
      isOldestFirst: true,
      after,
      limit: PAGE_ROWS,
    });
    if (page.length > 0) yield page;
    after = page.at(-1) ?? null;
    if (page.length < PAGE_ROWS) return;
  }
}

const serializeAction = ({ actionTime, userId: _own, ...action }: StoredAction) => ({
  ...action,
  actionTime: apiDate(actionTime),
});
