import type { Storage } from '@rastro/storage';
import type { Directory, Tracker } from '@rastro/tracker';
import type { ServerBilling } from './billing/server-billing.ts';
import type { ServerProcess } from './server-process.ts';

/** Parts of the process that serves users which the world uses. */
export interface Front {
  readonly storage: Storage;
  readonly tracker: Pick<
    Tracker,
    'api' | 'upgrade' | 'directory' | 'credentials' | 'visibleDevices' | 'lastSeen' | 'states'
  > & { readonly waiting: () => { readonly rows: number; readonly commands: number } };
  readonly billing: ServerBilling;
}
/** The processes of a server. */
export interface Layout {
  readonly processes: readonly ServerProcess[];
  readonly front: ServerProcess<Front & { readonly directory: Directory; close(): Promise<void> }>;
  /** That of the devices. */
  readonly gate: ServerProcess;
  /** In the order in which they are stopped. */
  readonly endings: readonly ServerProcess[];
}
