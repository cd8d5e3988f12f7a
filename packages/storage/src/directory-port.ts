import type { Cursor } from './cursor-port.ts';
import type { DocumentKind, StoredDocument, StoredLink, VersionedDocument } from './records.ts';

/** Entities of another server, under the ids that they have there, with their links. */
export interface CopiedDirectory {
  readonly documents: ReadonlyMap<DocumentKind, readonly StoredDocument[]>;
  readonly links: readonly StoredLink[];
  /** Says that they are here. */
  readonly cursor: Cursor;
}

/** Directory of entities and their links. */
export interface DirectoryStorage {
  documents(kind: DocumentKind): Promise<readonly StoredDocument[]>;
  document(kind: DocumentKind, id: number): Promise<VersionedDocument | null>;
  /** @returns the new id. @throws StorageError CONFLICT when the key is taken. */
  insertDocument(kind: DocumentKind, key: string | null, body: StoredDocument['body']): Promise<number>;
  /**
   * Nothing happens when there is no such document and `replaces` is null.
   * @param replaces The version that is there; null = whatever it is.
   * @throws StorageError CONFLICT when another version is there, or none, or the key is taken by another document.
   */
  updateDocument(kind: DocumentKind, document: StoredDocument, replaces: number | null): Promise<void>;
  /** Removes a document with all links from and to it, in one transaction. */
  removeDocument(kind: DocumentKind, id: number): Promise<void>;
  /**
   * Inserts a document only while its kind is empty: of racing calls exactly one gets an id.
   * @returns the new id, or null when the kind already had a document.
   */
  insertFirstDocument(
    kind: DocumentKind,
    key: string | null,
    body: StoredDocument['body'],
  ): Promise<number | null>;

  /** All or nothing. @throws StorageError CONFLICT when an id or a key is taken. */
  copyDirectory(copied: CopiedDirectory): Promise<void>;

  links(): Promise<readonly StoredLink[]>;
  /** All or nothing; adding an existing link or removing a missing one changes nothing. */
  changeLinks(add: readonly StoredLink[], remove: readonly StoredLink[]): Promise<void>;
}
