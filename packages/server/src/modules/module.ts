import type { Logger } from 'pino';
import type { Clock, Limits } from '@rastro/base';
import type { Job, QrDeps, RaiseReminder } from '@rastro/extension';
import type { ExtensionStorage, Storage } from '@rastro/storage';
import type { ServedTracker } from '@rastro/tracker';
import type { IntegrityWatch } from '../integrity/watch-integrity.ts';
import type { Settings } from '../settings/registry.ts';

/** Dependencies of every module. */
export interface ModuleDeps {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  /** Counted together by all processes. */
  readonly limits: Limits;
  readonly integrity: IntegrityWatch;
  /** Storage of the extension, also in front of an external server. */
  readonly storage: ExtensionStorage;
  /** Storage of the embedded tracking server, whose audit log is the one; null = it is external. */
  readonly trackerStorage: Storage | null;
  /** The embedded tracking server; null = it is external. */
  readonly tracker: ServedTracker | null;
  /** The tracking API with the rights of a user; null = no account is configured for it. */
  readonly trackingApi: QrDeps['trackingApi'];
  /** Events that notify by the rules of their vehicle; null = the tracking server is external and takes none. */
  readonly raise: RaiseReminder | null;
}

/** A feature beside the tracking server: its routes, its background jobs, and its end. */
export interface ProductModule<Handlers> {
  /** By route key. A route that no module handles does not compile. */
  readonly handlers: Handlers;
  readonly jobs: readonly Job[];
  close?(): Promise<void> | void;
}
