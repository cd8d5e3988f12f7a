import type { Right, User } from '@rastro/fleet';
import type { Access, TrackingKey } from '@rastro/fleet/api';
import type { Call } from '../call.ts';
import type { Authenticator } from '../authenticator.ts';
import type { ErrorReply } from '../gateway-errors.ts';
import type { SuspensionSource } from '../suspension-source.ts';
import type { TrackingServer } from '../tracking-server.ts';

/** Properties of the installation that policies need. */
export interface Gate {
  readonly brand: string;
  readonly plus: boolean;
  /** Is money taken through this installation? */
  readonly hasBilling: () => Promise<boolean>;
  /** Public scheme and host, when set; a request's own Host is always accepted. */
  readonly publicUrl: string | null;
  readonly authenticator: Authenticator;
  readonly suspensions: SuspensionSource;
  readonly tracking: Pick<TrackingServer, 'giverOf' | 'isOurs'>;
  /** Does the tracking server keep shares that can be listed, extended and ended? */
  storesShares(): Promise<boolean>;
  /** @returns why a user lacks the access that a rule asks for; null = they have it. */
  errorFor(access: Access | Right, user: User | null): Promise<ErrorReply | null>;
  /** @returns why a user may not send a command that needs this right; null = they may. */
  commandErrorFor(right: Right, user: User): Promise<ErrorReply | null>;
}

/** One check that a call must pass; the first error is the answer. */
export interface Policy {
  /** The routes that it is about; absent = all. */
  readonly routes?: ReadonlySet<TrackingKey>;
  readonly check: (call: Call, gate: Gate) => ErrorReply | null | Promise<ErrorReply | null>;
}
