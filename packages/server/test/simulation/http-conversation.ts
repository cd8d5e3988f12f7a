import { osmandRequest, type Conversation, type Report } from '@rastro/simulator';

type ServerMessage = ReturnType<Conversation['receive']>[number];
type OsmandForm = Parameters<typeof osmandRequest>[2];

const TOKEN = 1;
const HEAD_END = '\r\n\r\n';

/** Requests of one HTTP connection, one report each; answers come in the order of requests. */
export class HttpConversation implements Conversation {
  readonly #uniqueId: string;
  readonly #form: OsmandForm;
  #received = '';
  /** Signs of life whose answers are to come. */
  #signs = 0;

  constructor(uniqueId: string, form: OsmandForm) {
    this.#uniqueId = uniqueId;
    this.#form = form;
  }

  login(): null {
    return null;
  }
  pack([report]: readonly Report[]): ReturnType<Conversation['pack']> {
    return { bytes: report ? this.#request(report) : Buffer.alloc(0), reports: 1, token: TOKEN };
  }
  /** The newest report again: HTTP has no other. */
  heartbeat(report: Report): ReturnType<Conversation['heartbeat']> {
    if (report.time === 0) return { bytes: Buffer.alloc(0), reports: 0, token: null };
    this.#signs++;
    return { bytes: this.#request(report), reports: 0, token: null };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received += Buffer.from(bytes).toString('latin1');
    const messages: ServerMessage[] = [];
    for (let answer = this.#next(); answer; answer = this.#next()) messages.push(...this.#meaningOf(answer));
    return messages;
  }

  #request(report: Report): Uint8Array {
    const { method, path, contentType, body } = osmandRequest(this.#uniqueId, report, this.#form);
    const type = contentType === null ? '' : `Content-Type: ${contentType}\r\n`;
    const length = body === null ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: fleet\r\n${type}${length}\r\n${body ?? ''}`);
  }

  #next(): { readonly status: number; readonly body: string } | null {
    const head = this.#received.indexOf(HEAD_END);
    if (head < 0) return null;
    const start = head + HEAD_END.length;
    const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1] ?? 0);
    if (this.#received.length < start + length) return null;
    const status = Number(this.#received.slice(9, 12));
    const body = this.#received.slice(start, start + length);
    this.#received = this.#received.slice(start + length);
    return { status, body };
  }

  #meaningOf({ status, body }: { readonly status: number; readonly body: string }): ServerMessage[] {
    if (status !== 200) return [{ kind: 'refused' }];
    const command: ServerMessage[] =
      body === '' ? [] : [{ kind: 'command', text: body, answer: () => new Uint8Array() }];
    if (this.#signs > 0) {
      this.#signs--;
      return command;
    }
    return [...command, { kind: 'acknowledged', token: TOKEN }];
  }
}
