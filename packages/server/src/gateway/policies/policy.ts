import type { Right, User } from '@rastro/fleet';
import type { Access, TrackingKey } from '@rastro/fleet/api';
import type { Call } from '../call.ts';
import type { Door } from '../door.ts';
import type { Refusal } from '../refusal.ts';
import type { Standing } from '../standing.ts';
import type { TrackingServer } from '../tracking-server.ts';

/** What policies know of the installation. */
export interface Gate {
  readonly brand: string;
  readonly plus: boolean;
  /** Is money taken through this installation? */
  readonly hasBilling: () => Promise<boolean>;
  /** Scheme and host people use, when set; a request's own Host is always accepted. */
  readonly publicUrl: string | null;
  readonly door: Door;
  readonly standing: Standing;
  readonly tracking: Pick<TrackingServer, 'giverOf' | 'isOurs'>;
  /** Does the tracking server keep shares that can be listed, extended and ended? */
  keepsShares(): Promise<boolean>;
  /** @returns why somebody has not what a rule asks for; null = he has. */
  refusalOf(access: Access | Right, user: User | null): Promise<Refusal | null>;
  /** @returns why somebody may not send a command that needs this right; null = he may. */
  commandRefusalOf(right: Right, user: User): Promise<Refusal | null>;
}

/** One thing that a call must hold; the first refusal is the answer. */
export interface Policy {
  /** The routes that it is about; absent = all. */
  readonly routes?: ReadonlySet<TrackingKey>;
  readonly check: (call: Call, gate: Gate) => Refusal | null | Promise<Refusal | null>;
}
