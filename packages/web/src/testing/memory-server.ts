import { PLAIN_USER, type ServerSettings, type User } from '@rastro/fleet';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
}
type Answerer = Reply | ((request: Request) => Reply);

/** A tracking server in memory: answers by `METHOD /path`; what it does not know is 404. */
export class MemoryServer {
  readonly #answers = new Map<string, Answerer>();
  readonly seen: Request[] = [];
  isDown = false;

  constructor() {
    this.on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } });
    this.on('GET /api/session', { status: 404, body: 'HTTP 404 Not Found' });
    this.on('GET /ext/events/acknowledged', { body: { ids: [] } });
    this.on('GET /api/alarms', { body: [] });
    this.on('GET /ext/assets/custom/config.json', {
      body: {
        brand: 'rastro',
        title: 'Frota Teste',
        headLogo: null,
        whatsapp: null,
        androidApp: null,
        appleApp: null,
        dataPolicy: null,
        push: null,
        tileSources: [],
      },
    });
  }
  /** @param call Its last segment may be `*`: any, such as an id that the browser makes. */
  on(call: string, answer: Answerer): this {
    this.#answers.set(call, answer);
    return this;
  }
  requests(call: string): readonly Request[] {
    return this.seen.filter(({ method, path }) => `${method} ${path}` === call);
  }
  fetch = async (input: string, init: RequestInit): Promise<Response> => {
    if (this.isDown) throw new TypeError('Failed to fetch');
    const url = new URL(input, 'http://localhost');
    const request: Request = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body:
        init.body instanceof URLSearchParams
          ? init.body.toString()
          : typeof init.body === 'string'
            ? init.body
            : '',
    };
    this.seen.push(request);
    const call = `${request.method} ${request.path}`;
    const answer = this.#answers.get(call) ??
      this.#answers.get(call.replace(/[^/]*$/, '*')) ?? { status: 404 };
    const { status = 200, headers = {}, body = '' } = typeof answer === 'function' ? answer(request) : answer;
    return new Response(status === 204 ? null : bodyOf(body), { status, headers });
  };
}

export function aUser(user: Partial<User>): User {
  return {
    ...PLAIN_USER,
    id: 1,
    name: 'Ana Lima',
    email: 'ana@example.com',
    deviceLimit: -1,
    totpKey: null,
    password: null,
    ...user,
  };
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

export function aServer(server: Partial<ServerSettings>): ServerSettings {
  return {
    id: 1,
    attributes: {},
    registration: false,
    readonly: false,
    deviceReadonly: false,
    limitCommands: false,
    disableReports: false,
    fixedEmail: false,
    map: null,
    bingKey: null,
    mapUrl: null,
    overlayUrl: null,
    poiLayer: null,
    coordinateFormat: null,
    latitude: 0,
    longitude: 0,
    zoom: 0,
    forceSettings: false,
    announcement: null,
    version: '1.0',
    emailEnabled: false,
    textEnabled: false,
    geocoderEnabled: false,
    openIdEnabled: false,
    openIdForce: false,
    storageSpace: null,
    newServer: false,
    ...server,
  };
}
