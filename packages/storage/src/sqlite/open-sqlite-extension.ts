import { join } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import type { DocumentQuery, ExtensionStorage, KeptDocument } from '../extension-port.ts';
import { DatabaseThread } from './database-thread.ts';
import { actionPages, pages } from './pages.ts';

/** @throws StorageError UNAVAILABLE when the folder cannot be written, TOO_NEW for a newer database. */
export async function openSqliteExtension(folder: string): Promise<ExtensionStorage> {
  makeFolder(folder);
  const thread = await DatabaseThread.open(join(folder, 'extension.sqlite'), 'extension');
  return {
    document: (kind, key) => thread.call('document', kind, key),
    documents: (query) => documents(thread, query),
    commit: (batch) => thread.call('commit', batch),
    takeLease: (hold) => thread.call('takeLease', hold),
    releaseLease: (lease) => thread.call('releaseLease', lease),
    appendActions: (actions) => thread.call('appendActions', actions),
    actions: (query) => actionPages(query, (...args) => thread.call('actionPage', ...args)),
    searchActions: (search) => thread.call('searchActions', search),
    removeActionsBefore: (instant) => thread.call('removeActionsBefore', instant),
    privateValues: () => thread.call('privateValues'),
    putPrivateValue: (value) => thread.call('putPrivateValue', value),
    removePrivateValue: (ownerId, name) => thread.call('removePrivateValue', ownerId, name),
    mark: (name) => thread.call('mark', name),
    setMark: (name, instant) => thread.call('setMark', name, instant),
    healthy: () => thread.call('healthy').catch(() => false),
    close: () => thread.close(),
  };
}

const documents = (
  thread: DatabaseThread<'extension'>,
  { kind, prefix, pageSize }: DocumentQuery,
): AsyncIterable<readonly KeptDocument[]> =>
  pages<Pick<KeptDocument, 'key'>, KeptDocument>({ key: '' }, pageSize, ({ key }) =>
    thread.call('documentPage', { kind, prefix }, key, pageSize),
  );
