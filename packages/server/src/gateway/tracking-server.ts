import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Attributes, Device, ServerDescription, User } from '@rastro/fleet';
import type { TrackingKey } from '@rastro/fleet/api';

export interface ForwardedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}
export interface ForwardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
  /** Address of the caller, for the audit log of the other side. */
  readonly address: string;
}

/** A request without body, and where its answer goes. */
export interface StreamedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Address of the caller. */
  readonly address: string;
  readonly key: TrackingKey;
  /** Caller; null = nobody, or the route is open to everybody. */
  readonly user: () => Promise<User | null>;
}

/** Puts messages of ours between those of a tracking server. */
export interface MessageInsert {
  insert(text: string): void;
}

/** Tracking server as the gateway needs it, embedded or external. */
export interface TrackingServer {
  /**
   * User of a session, a token, or a password that was right a moment ago: secrets that cannot be guessed.
   * @throws when the server cannot be reached.
   */
  known(headers: IncomingHttpHeaders): Promise<User | null>;
  /** Checks the password of an `Authorization` header. @throws when the server cannot be reached. */
  signIn(headers: IncomingHttpHeaders, address: string): Promise<User | null>;
  /** Is it the password of this account? @throws when the server cannot be reached. */
  hasPassword(user: User, password: string, address: string): Promise<boolean>;
  /** Key that e-mail and user name of one account share; the name itself if it is unknown. */
  accountKey(name: string): string;
  /** Our own: it knows what a Traccar does not. */
  readonly isOurs: boolean;
  /** Kind, version and features. @throws when the server cannot be reached. */
  describe(): Promise<ServerDescription>;
  /** Attributes of the server record, for the decision rule. */
  serverAttributes(): Promise<Attributes>;
  /** Streams the answer of a request without body. */
  stream(streamed: StreamedRequest): Promise<void>;
  /** Sends a request with a body; the answer comes whole. */
  send(request: ForwardedRequest): Promise<ForwardedReply>;
  /** Devices that a user sees now, without hidden ones. @throws when the server cannot be reached. */
  visible(
    user: User,
    headers: IncomingHttpHeaders,
    address: string,
  ): Promise<readonly Pick<Device, 'id' | 'groupId'>[]>;
  /** Account that gave the share of a guest; null = not a guest. */
  giverOf(userId: number): Promise<number | null>;
  /** Vehicle days of history that are being read for a user from a server elsewhere; null = none. */
  progressOf(userId: number): Promise<{ readonly total: number; readonly done: number } | null>;
  /**
   * A report as JSON, made here from a copy of its history, in the name of an account and with its rights. Null = it
   * makes its reports itself; absent as well. @throws when the server cannot be reached.
   */
  readonly readReport?: (
    userId: number,
    url: string,
  ) => Promise<Pick<ForwardedReply, 'status' | 'body'> | null>;
  /** @returns where messages of ours go to the browser; null = the server behind tells it all by itself. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): MessageInsert | null;
  /** Are shares listed, extended and ended there? @throws when the server cannot be reached. */
  storesShares(): Promise<boolean>;
  isReachable(): Promise<boolean>;
  /** Ends what it holds open. */
  close(): Promise<void>;
}
