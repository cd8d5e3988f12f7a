import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Attributes, User } from '@rastro/fleet';

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
  /** Who asks, for the audit of the other side. */
  readonly address: string;
}

/** What the gateway needs of a tracking server, embedded or external. */
export interface TrackingServer {
  /** The account behind a request's credentials; null = nobody. @throws when the server cannot be reached. */
  identify(headers: IncomingHttpHeaders): Promise<User | null>;
  /** Attributes of the server record, for the decision rule. */
  serverAttributes(): Promise<Attributes>;
  /** Streams the answer of a request without body. */
  stream(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** Sends a request with a body; the answer comes whole. */
  send(request: ForwardedRequest): Promise<ForwardedReply>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  isReachable(): Promise<boolean>;
  /** Ends what `upgrade` holds open. */
  close(): void;
}
