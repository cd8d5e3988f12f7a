import type { DatabaseSync } from 'node:sqlite';
import type { CopiedDirectory } from '../directory-port.ts';
import type { DocumentKind, StoredDocument, StoredLink, VersionedDocument } from '../records.ts';
import { StorageError } from '../storage-error.ts';
import { cursorWrite } from './cursor-write.ts';
import { inTransaction } from './in-transaction.ts';
import { toDocument, toLink, toVersionedDocument } from '../rows/document-rows.ts';
import type { WrittenHistory } from './written-history.ts';

export function directoryReads(db: DatabaseSync) {
  return {
    documents(kind: DocumentKind): StoredDocument[] {
      return db.prepare(`SELECT id, key, body FROM ${kind}_documents ORDER BY id`).all().map(toDocument);
    },
    document(kind: DocumentKind, id: number): VersionedDocument | null {
      const row = db.prepare(`SELECT id, key, version, body FROM ${kind}_documents WHERE id = ?`).get(id);
      return row ? toVersionedDocument(row) : null;
    },
    links(): StoredLink[] {
      return db.prepare('SELECT * FROM links').all().map(toLink);
    },
  };
}

export function directoryWrites(db: DatabaseSync, history: Pick<WrittenHistory, 'inTransaction' | 'moves'>) {
  const link = db.prepare('INSERT OR IGNORE INTO links VALUES (?, ?, ?, ?)');
  const unlink = db.prepare(
    `DELETE FROM links WHERE owner_kind = ? AND owner_id = ? AND property_kind = ? AND property_id = ?`,
  );
  const removeRest = removal(db);
  const moveCursor = cursorWrite(db);
  return {
    insertDocument(kind: DocumentKind, key: string | null, body: StoredDocument['body']): number {
      return insert(db, kind, key, body);
    },
    insertFirstDocument(kind: DocumentKind, key: string | null, body: StoredDocument['body']): number | null {
      return inTransaction(db, () => {
        const taken = db.prepare(`SELECT 1 FROM ${kind}_documents LIMIT 1`).get();
        return taken ? null : insert(db, kind, key, body);
      });
    },
    updateDocument(kind: DocumentKind, { id, key, body }: StoredDocument, replaces: number | null): void {
      const { changes } = db
        .prepare(
          `UPDATE ${kind}_documents SET key = ?1, body = ?2, version = version + 1
           WHERE id = ?3 AND version = coalesce(?4, version)`,
        )
        .run(key, JSON.stringify(body), id, replaces);
      if (replaces !== null && changes === 0)
        throw new StorageError(`replace version ${replaces} of ${kind} ${id}`, 'CONFLICT');
    },
    removeDocument(kind: DocumentKind, id: number): void {
      history.inTransaction(() => {
        if (kind === 'device') history.moves.settle(id);
        db.prepare(`DELETE FROM ${kind}_documents WHERE id = ?`).run(id);
        removeRest(kind, id);
      });
    },
    copyDirectory({ documents, links, cursor }: CopiedDirectory): void {
      inTransaction(db, () => {
        for (const [kind, copies] of documents) {
          const copy = db.prepare(`INSERT INTO ${kind}_documents (id, key, body) VALUES (?, ?, ?)`);
          for (const { id, key, body } of copies) copy.run(id, key, JSON.stringify(body));
        }
        for (const l of links) link.run(l.ownerKind, l.ownerId, l.propertyKind, l.propertyId);
        moveCursor(cursor);
      });
    },

    changeLinks(add: readonly StoredLink[], remove: readonly StoredLink[]): void {
      inTransaction(db, () => {
        for (const l of remove) unlink.run(l.ownerKind, l.ownerId, l.propertyKind, l.propertyId);
        for (const l of add) link.run(l.ownerKind, l.ownerId, l.propertyKind, l.propertyId);
      });
    },
  };
}

/** Deletes a document with its links, and with data that would have no owner without it. */
function removal(db: DatabaseSync): (kind: DocumentKind, id: number) => void {
  const unlinkOwner = db.prepare('DELETE FROM links WHERE owner_kind = ? AND owner_id = ?');
  const unlinkProperty = db.prepare('DELETE FROM links WHERE property_kind = ? AND property_id = ?');
  const removeState = db.prepare('DELETE FROM device_states WHERE device_id = ?');
  const removeDeviceCommands = db.prepare('DELETE FROM commands WHERE device_id = ?');
  const removeUserCredentials = db.prepare('DELETE FROM credentials WHERE user_id = ?');
  const removePrivateValues = db.prepare('DELETE FROM private_values WHERE owner_id = ?');
  const removeUserDeliveries = db.prepare('DELETE FROM deliveries WHERE user_id = ?');
  return (kind, id) => {
    unlinkOwner.run(kind, id);
    unlinkProperty.run(kind, id);
    if (kind === 'device') {
      unlinkProperty.run('linkedDevice', id);
      removeState.run(id);
      removeDeviceCommands.run(id);
    }
    if (kind === 'user') {
      unlinkProperty.run('managedUser', id);
      removeUserCredentials.run(id);
      removePrivateValues.run(id);
      removeUserDeliveries.run(id);
    }
  };
}

function insert(db: DatabaseSync, kind: DocumentKind, key: string | null, body: object): number {
  const result = db
    .prepare(`INSERT INTO ${kind}_documents (key, body) VALUES (?, ?)`)
    .run(key, JSON.stringify(body));
  return Number(result.lastInsertRowid);
}
