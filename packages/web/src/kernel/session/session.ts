import { isShared, type BrandingConfig, type ServerSettings, type User } from '@rastro/fleet';
import type {
  Answer,
  ApiFailure,
  Credentials,
  ExtensionClient,
  ServerAnswer,
  TrackingClient,
  UserDraft,
} from '@rastro/tracking-client';
import type { OfflineSession } from './offline-session.ts';
import type { RememberedLogin } from './remembered-login.ts';
import type { Deployment, SessionState } from './session-state.ts';

/** Used when the brand of this host cannot be read. */
const DEFAULT_BRANDING: BrandingConfig = {
  brand: 'rastro',
  title: 'Rastro',
  headLogo: null,
  whatsapp: null,
  androidApp: null,
  appleApp: null,
  dataPolicy: null,
  push: null,
  tileSources: [],
};
const TOKEN_LIFE_MS = 30 * 24 * 3600 * 1000;
/** With a stored account, the page stops waiting for a very slow network after this time. */
const SLOW_MS = 8_000;

export type { SessionState, SignedIn } from './session-state.ts';

/** The signed-in user, the server and the brand. One per page, passed down by context. */
export interface Session {
  readonly state: () => SessionState;
  readonly watch: (wake: () => void) => () => void;
  /** Server, then session, then user (docs/reference/requirements.md SPEC §2). Asks only what is not known yet. */
  check(signal: AbortSignal): Promise<SessionState>;
  /** Whether this browser keeps an account for times without the server. */
  hasOfflineAccount(): Promise<boolean>;
  /** Begins with the stored account. @returns Whether there was one. */
  enterOffline(): Promise<boolean>;
  signIn(credentials: Credentials, remember: boolean, signal: AbortSignal): Promise<ApiFailure | null>;
  signInWithToken(token: string, signal: AbortSignal): Promise<ApiFailure | null>;
  /** The first user of a new server; signs in as that user. */
  setUp(draft: UserDraft, setupCode: string, signal: AbortSignal): Promise<ApiFailure | null>;
  /** Makes an account of one's own and signs in with it. */
  register(draft: UserDraft, signal: AbortSignal): Promise<ApiFailure | null>;
  rememberedEmail(): Promise<string | null>;
  setUser(user: User): void;
  /**
   * Reads the account, the settings and the license again: the server says that they changed, or rejected a request
   * that this page thought allowed.
   * @returns Whether anything is different now.
   */
  refresh(signal: AbortSignal): Promise<boolean>;
  /** The settings of the server were changed here. */
  setServer(settings: ServerSettings): void;
  /** The brand of this host was changed here: it is read again. Without an answer the page keeps the one it has. */
  rebrand(signal: AbortSignal): Promise<void>;
  signOut(signal: AbortSignal): Promise<void>;
  /** The user is signing out: a request now would be rejected. */
  isLeaving(): boolean;
  /** The server says that the session is over. Where work is open the page stays, and asks to sign in again. */
  expire(): void;
  /** Discards unsaved work: the login opens. */
  leaveOver(): void;
  /** Whether the user has signed in again elsewhere, e.g. at the company's provider; then the page goes on. */
  resume(signal: AbortSignal): Promise<ApiFailure | null>;
}

export interface SessionDeps {
  readonly client: TrackingClient;
  readonly extension: ExtensionClient;
  readonly remembered: RememberedLogin;
  readonly offline: OfflineSession;
  readonly now: () => number;
  /** The browser itself says that it has no network. */
  readonly isOffline: () => boolean;
  /** Ends things with the session while the server still accepts its requests. */
  readonly leaving?: (signal: AbortSignal) => Promise<unknown>;
  /** Something was typed and is not saved. Absent = never. */
  readonly hasWork?: () => boolean;
}

export const createSession = (deps: SessionDeps): Session => new BrowserSession(deps);

class BrowserSession implements Session {
  readonly #deps: SessionDeps;
  readonly #wakes = new Set<() => void>();
  #state: SessionState = { kind: 'unknown' };
  /** Counts what was set: an answer that was asked for before is older. */
  #isLeaving = false;
  #changes = 0;
  #reading: Promise<unknown> = Promise.resolve();
  /** Waits for the one under way, which may have been answered too early; serves all who ask meanwhile. */
  #nextReading: Promise<boolean> | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  readonly state = (): SessionState => this.#state;
  readonly watch = (wake: () => void): (() => void) => {
    this.#wakes.add(wake);
    return () => void this.#wakes.delete(wake);
  };

  async check(signal: AbortSignal): Promise<SessionState> {
    if (this.#state.kind === 'signedOut' && this.#state.ended) return this.#checkAgain(this.#state, signal);
    if (this.#deployment() !== null) return this.#state;
    const limit = new AbortController();
    const timer = setTimeout(
      () => void this.hasOfflineAccount().then((has) => has && limit.abort()),
      SLOW_MS,
    );
    try {
      const found = await this.#ask(AbortSignal.any([signal, limit.signal])).catch((error: unknown) => {
        // A call that is stopped throws; who stopped it was the limit, not the user.
        if (!limit.signal.aborted || signal.aborted) throw error;
        return { kind: 'unreachable' } as const;
      });
      if (found.kind === 'unreachable' && this.#deps.isOffline() && (await this.enterOffline()))
        return this.#state;
      return this.#set(found);
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(signal: AbortSignal): Promise<SessionState> {
    const { client, extension, offline } = this.#deps;
    if (offline.isSignOutPending()) {
      const answer = await client.session.signOut(signal);
      if (!answer.ok && isAway(answer.error)) return { kind: 'unreachable' };
      offline.setSignOutPending(false);
    }
    const [server, branding] = await Promise.all([client.server.read(signal), extension.branding(signal)]);
    if (!server.ok) return { kind: 'unreachable' };
    const known = { server: server.value, branding: branding.ok ? branding.value : DEFAULT_BRANDING };
    const user = await this.#readUser(signal);
    if (user.ok) return { kind: 'signedIn', ...known, user: user.value };
    return user.error.status === 0 ? { kind: 'unreachable' } : { kind: 'signedOut', ...known, ended: false };
  }

  async hasOfflineAccount(): Promise<boolean> {
    return (await this.#deps.offline.load()) !== null;
  }
  async enterOffline(): Promise<boolean> {
    const found = await this.#deps.offline.load();
    if (found !== null) this.#set(found);
    return found !== null;
  }

  async signIn(credentials: Credentials, remember: boolean, signal: AbortSignal): Promise<ApiFailure | null> {
    const answer = await this.#deps.client.session.signIn(credentials, signal);
    if (answer.ok)
      await (remember ? this.#remember(credentials.email, signal) : this.#deps.remembered.forget());
    return this.#enter(answer);
  }
  async signInWithToken(token: string, signal: AbortSignal): Promise<ApiFailure | null> {
    return this.#enter(await this.#deps.client.session.signInWithToken(token, signal));
  }
  async setUp(draft: UserDraft, setupCode: string, signal: AbortSignal): Promise<ApiFailure | null> {
    const { client } = this.#deps;
    const created = await client.users.createFirst(draft, setupCode, signal);
    if (!created.ok) return created.error;
    return this.#enter(await client.session.signIn(draft, signal));
  }
  async register(draft: UserDraft, signal: AbortSignal): Promise<ApiFailure | null> {
    const { client } = this.#deps;
    const created = await client.users.create(draft, signal);
    if (!created.ok) return created.error;
    return this.#enter(await client.session.signIn(draft, signal));
  }
  async rememberedEmail(): Promise<string | null> {
    return (await this.#deps.remembered.load())?.email ?? null;
  }

  setUser(user: User): void {
    if (this.#state.kind === 'signedIn') this.#set({ ...this.#state, user });
  }
  setServer(settings: ServerSettings): void {
    if (this.#state.kind !== 'signedIn') return;
    this.#set({ ...this.#state, server: { ...this.#state.server, server: settings } });
  }

  async rebrand(signal: AbortSignal): Promise<void> {
    const branding = await this.#deps.extension.branding(signal);
    if (branding.ok && this.#state.kind === 'signedIn')
      this.#set({ ...this.#state, branding: branding.value });
  }

  refresh(signal: AbortSignal): Promise<boolean> {
    if (this.#nextReading !== null) return this.#nextReading;
    const next = this.#reading.then(() => {
      this.#nextReading = null;
      return this.#reread(signal);
    });
    this.#nextReading = next;
    this.#reading = next;
    return next;
  }

  async #reread(signal: AbortSignal): Promise<boolean> {
    const { client } = this.#deps;
    const changes = this.#changes;
    const [server, user] = await Promise.all([client.server.read(signal), client.session.read(signal)]);
    const before = this.#state;
    if (before.kind !== 'signedIn' || signal.aborted) return false;
    if (changes !== this.#changes) return this.#reread(signal);
    if (!user.ok && isEnd(user.error)) this.expire();
    // Without an answer what is known stays; it is read again when the connection is back.
    if (!server.ok || !user.ok) return false;
    const isNew = !isSame(before.user, user.value) || !isSame(lasting(before.server), lasting(server.value));
    const { branding, isOffline = false, isOver = false } = before;
    if (isNew || isOffline || isOver) {
      this.#set({ kind: 'signedIn', branding, server: server.value, user: user.value });
    }
    return isNew;
  }

  async signOut(signal: AbortSignal): Promise<void> {
    const { client, remembered, leaving, offline } = this.#deps;
    this.#isLeaving = true;
    try {
      await offline.wipe();
      await leaving?.(signal);
      const login = await remembered.load();
      if (login?.token != null) {
        await client.session.revokeToken(login.token, signal);
        await remembered.save({ ...login, token: null });
      }
      const answer = await client.session.signOut(signal);
      offline.setSignOutPending(!answer.ok && isAway(answer.error));
      this.#leave(false);
    } finally {
      this.#isLeaving = false;
    }
  }
  isLeaving(): boolean {
    return this.#isLeaving;
  }
  expire(): void {
    const now = this.#state;
    if (now.kind === 'signedIn' && now.isOver === true) return;
    const staysOpen = now.kind === 'signedIn' && !isShared(now.user) && this.#deps.hasWork?.() === true;
    if (staysOpen) this.#set({ ...now, isOver: true });
    else this.#leave(true);
  }
  leaveOver(): void {
    this.#leave(true);
  }
  async resume(signal: AbortSignal): Promise<ApiFailure | null> {
    return this.#enter(await this.#deps.client.session.read(signal));
  }

  #set(next: SessionState): SessionState {
    this.#state = next;
    this.#changes += 1;
    const { offline } = this.#deps;
    if (next.kind === 'signedOut') void offline.wipe();
    else if (next.kind === 'signedIn' && next.isOffline !== true && next.isOver !== true)
      void offline.save(next);
    for (const wake of this.#wakes) wake();
    return next;
  }
  #deployment(): Deployment | null {
    const state = this.#state;
    return state.kind === 'signedIn' || state.kind === 'signedOut'
      ? { server: state.server, branding: state.branding }
      : null;
  }
  #enter(answer: Answer<User>): ApiFailure | null {
    if (!answer.ok) return answer.error;
    this.#deps.offline.setSignOutPending(false);
    const known = this.#deployment();
    if (known !== null) this.#set({ kind: 'signedIn', ...withUsers(known), user: answer.value });
    return null;
  }
  #leave(ended: boolean): void {
    const known = this.#deployment();
    const wasGuest = this.#state.kind === 'signedIn' && isShared(this.#state.user);
    if (known !== null) this.#set({ kind: 'signedOut', ...known, ended, ...(wasGuest && { wasGuest }) });
  }
  async #remember(email: string, signal: AbortSignal): Promise<void> {
    const { client, remembered, now } = this.#deps;
    const token = await client.session.createToken(
      { expiration: new Date(now() + TOKEN_LIFE_MS), name: '' },
      signal,
    );
    // Without a token the e-mail alone is remembered: signing in again still works.
    await remembered.save({ email, token: token.ok ? token.value : null });
  }
  async #readUser(signal: AbortSignal): Promise<Answer<User>> {
    const { client, remembered } = this.#deps;
    const answer = await client.session.read(signal);
    if (answer.ok || answer.error.status === 0) return answer;
    const login = await remembered.load();
    return login?.token == null ? answer : client.session.signInWithToken(login.token, signal);
  }
  /** The server ended the session, e.g. by a restart: a remembered login may open another one. */
  async #checkAgain({ server, branding }: Deployment, signal: AbortSignal): Promise<SessionState> {
    const user = await this.#readUser(signal);
    if (user.ok) return this.#set({ kind: 'signedIn', server, branding, user: user.value });
    return this.#set({ kind: 'signedOut', server, branding, ended: false });
  }
}

/** The tracking server answers 404 to who asks for a session and has none. */
const isEnd = ({ status }: ApiFailure): boolean => status === 401 || status === 404;

/** No answer, or only one from a proxy before the server. */
const isAway = ({ status }: ApiFailure): boolean => status === 0 || status >= 502;

/** Both come as JSON: what is written alike is alike. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Without what changes by itself. */
const lasting = ({ server: { storageSpace: _, ...settings }, ...rest }: ServerAnswer) => ({
  ...rest,
  settings,
});

/** A user signed in, so the server is not new any more. */
function withUsers({ server, branding }: Deployment): Deployment {
  return { branding, server: { ...server, server: { ...server.server, newServer: false } } };
}
