import assert from 'node:assert/strict';

/** For tests: a user of a node, signed in. */
export class UserClient {
  readonly #url: () => string;
  #cookie = '';
  constructor(url: () => string) {
    this.#url = url;
  }
  async signIn(email: string, password: string): Promise<number> {
    const body = new URLSearchParams({ email, password });
    const reply = await fetch(`${this.#url()}/api/session`, { method: 'POST', body });
    this.#cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    await reply.text();
    return reply.status;
  }
  async call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const response = await fetch(this.#url() + path, {
      method,
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text() };
  }
  /** A picture, sent as it is, or a file as it comes. */
  bytes(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = { cookie: this.#cookie, ...(body ? { 'content-type': 'image/png' } : {}) };
    return fetch(this.#url() + path, { method, headers, ...(body ? { body } : {}) });
  }
  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await this.call(method, path, body);
    assert.equal(status < 300, true, `${method} ${path}: ${status} ${text}`);
    const read: T = JSON.parse(text === '' ? 'null' : text);
    return read;
  }
}
