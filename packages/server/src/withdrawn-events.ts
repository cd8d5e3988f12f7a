import { withdrawnEvents } from '@rastro/extension';
import type { ExtensionStorage } from '@rastro/storage';
import type { WithdrawnEvents } from '@rastro/tracker';

/**
 * Events that were taken back, for the reports of the tracking server in this process, which opens before the extension:
 * a report that is made meanwhile waits. They are read from the store for each report, so that all processes of an
 * installation count alike.
 */
export class WithdrawnEventsPort {
  readonly #storage = Promise.withResolvers<Pick<ExtensionStorage, 'documents'>>();

  use(storage: Pick<ExtensionStorage, 'documents'>): void {
    this.#storage.resolve(storage);
  }
  readonly read: WithdrawnEvents = async () => withdrawnEvents(await this.#storage.promise);
}
