/** A call that the gateway has let through. */
export interface ExtensionCall {
  /** Who asks; null on routes for everybody. */
  readonly userId: number | null;
  /** The caller's own, behind a trusted proxy too. */
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
}
export interface ExtensionReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
}
/** What the extension answers. Who may ask stands in the route table of the gateway. */
export interface ExtensionRoute {
  readonly method: 'GET';
  /** Below the prefix of the extension. */
  readonly path: string;
  readonly answer: (call: ExtensionCall) => Promise<ExtensionReply>;
}
