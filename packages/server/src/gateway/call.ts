import type { FastifyRequest } from 'fastify';
import type { Attributes, Right, User } from '@rastro/fleet';
import type { AccessRule, Route, TrackingKey } from '@rastro/fleet/api';
import type { Identity } from './authenticator.ts';
import type { NamedCommand } from './named-command.ts';
import type { ReadBody } from './read-body.ts';
import type { ForwardedReply } from './tracking-server.ts';

/** One request, read once: its route, its body, and its caller, once needed. */
export interface Call {
  readonly request: FastifyRequest;
  readonly route: Route;
  /** Null = not a route of the tracking server. */
  readonly key: TrackingKey | null;
  /** The id in the address; 0 = none. */
  readonly id: number;
  readonly body: ReadBody;
  /** Attributes that it would write, and the id of their entity; null = the body cannot be read. */
  readonly written: { readonly id: number; readonly attributes: Attributes } | null;
  /** Caller, or why the caller is not identified. */
  readonly identity: () => Promise<Identity>;
  /** Caller; null = nobody, or the call is open to everybody. */
  readonly user: () => Promise<User | null>;
  /** The rule of the route that is about this call; null = none is. */
  readonly rule: () => Promise<AccessRule | null>;
  /** The command that it would send; null = none, or nobody makes it. */
  readonly command: () => Promise<NamedCommand | 'unreadable' | null>;
  /**
   * Right that the command of the call needs; null = it has none. A saved command is read as its sender sees it, so
   * that nothing hides in one; the tracking server rejects one that the sender does not see.
   */
  readonly commandRight: () => Promise<Right | null>;
  /** Is it one of the calls that set and take away the anchor of a vehicle that the caller sees? */
  readonly isAnchor: () => Promise<boolean>;
  /** Asks for something in the name of the caller. */
  readonly lookUp: (url: string) => Promise<ForwardedReply>;
  /** @returns null = nothing that the caller sees. @throws when the tracking server is in trouble. */
  readonly read: (path: string) => Promise<unknown>;
}
