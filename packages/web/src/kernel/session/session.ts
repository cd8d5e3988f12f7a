import type { BrandingConfig, ServerSettings, User } from '@rastro/fleet';
import type {
  Answer,
  ApiFailure,
  Credentials,
  ExtensionClient,
  ServerAnswer,
  TrackingClient,
  UserDraft,
} from '@rastro/tracking-client';
import type { RememberedLogin } from './remembered-login.ts';

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

interface Deployment {
  readonly server: ServerAnswer;
  readonly branding: BrandingConfig;
}
export type SignedIn = Deployment & { readonly kind: 'signedIn'; readonly user: User };
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  /** `ended`: the server ended it, so the person wants to come back to where they were. */
  | (Deployment & { readonly kind: 'signedOut'; readonly ended: boolean })
  | SignedIn;

/** Who is signed in, on which server, under which brand. One per page, handed down by context. */
export interface Session {
  readonly state: () => SessionState;
  readonly watch: (wake: () => void) => () => void;
  /** Server, then session, then user (SPEC §2). Asks only what is not known yet. */
  check(signal: AbortSignal): Promise<SessionState>;
  signIn(credentials: Credentials, remember: boolean, signal: AbortSignal): Promise<ApiFailure | null>;
  signInWithToken(token: string, signal: AbortSignal): Promise<ApiFailure | null>;
  /** The first user of a new server; signs in as that user. */
  setUp(draft: UserDraft, setupCode: string, signal: AbortSignal): Promise<ApiFailure | null>;
  /** Makes an account of one's own and signs in with it. */
  register(draft: UserDraft, signal: AbortSignal): Promise<ApiFailure | null>;
  rememberedEmail(): Promise<string | null>;
  setUser(user: User): void;
  /** The settings of the server were changed here. */
  setServer(settings: ServerSettings): void;
  signOut(signal: AbortSignal): Promise<void>;
  /** The server says that the session is over. */
  expire(): void;
}

export interface SessionParts {
  readonly client: TrackingClient;
  readonly extension: ExtensionClient;
  readonly remembered: RememberedLogin;
  readonly now: () => number;
  /** What ends with the session while the server still knows who asks. */
  readonly leaving?: (signal: AbortSignal) => Promise<unknown>;
}

export function createSession({ client, extension, remembered, now, leaving }: SessionParts): Session {
  let state: SessionState = { kind: 'unknown' };
  const wakes = new Set<() => void>();
  const set = (next: SessionState): SessionState => {
    state = next;
    for (const wake of wakes) wake();
    return next;
  };
  const deployment = (): Deployment | null =>
    state.kind === 'signedIn' || state.kind === 'signedOut'
      ? { server: state.server, branding: state.branding }
      : null;
  const enter = (answer: Answer<User>): ApiFailure | null => {
    if (!answer.ok) return answer.error;
    const known = deployment();
    if (known !== null) set({ kind: 'signedIn', ...withUsers(known), user: answer.value });
    return null;
  };
  const leave = (ended: boolean): void => {
    const known = deployment();
    if (known !== null) set({ kind: 'signedOut', ...known, ended });
  };
  const remember = async (email: string, signal: AbortSignal): Promise<void> => {
    const token = await client.session.createToken(new Date(now() + TOKEN_LIFE_MS), signal);
    // Without a token the e-mail alone is remembered: signing in again still works.
    await remembered.save({ email, token: token.ok ? token.value : null });
  };
  const readUser = async (signal: AbortSignal): Promise<Answer<User>> => {
    const answer = await client.session.read(signal);
    if (answer.ok || answer.error.status === 0) return answer;
    const login = await remembered.load();
    return login?.token == null ? answer : client.session.signInWithToken(login.token, signal);
  };
  /** The server ended the session, e.g. by a restart: a remembered login may open another one. */
  const checkAgain = async ({ server, branding }: Deployment, signal: AbortSignal): Promise<SessionState> => {
    const user = await readUser(signal);
    if (user.ok) return set({ kind: 'signedIn', server, branding, user: user.value });
    return set({ kind: 'signedOut', server, branding, ended: false });
  };
  return {
    state: () => state,
    watch: (wake) => {
      wakes.add(wake);
      return () => void wakes.delete(wake);
    },
    check: async (signal) => {
      if (state.kind === 'signedOut' && state.ended) return checkAgain(state, signal);
      if (deployment() !== null) return state;
      const [server, branding] = await Promise.all([client.server.read(signal), extension.branding(signal)]);
      if (!server.ok) return set({ kind: 'unreachable' });
      const known = { server: server.value, branding: branding.ok ? branding.value : DEFAULT_BRANDING };
      const user = await readUser(signal);
      if (user.ok) return set({ kind: 'signedIn', ...known, user: user.value });
      return set(
        user.error.status === 0 ? { kind: 'unreachable' } : { kind: 'signedOut', ...known, ended: false },
      );
    },
    signIn: async (credentials, keep, signal) => {
      const answer = await client.session.signIn(credentials, signal);
      if (answer.ok) await (keep ? remember(credentials.email, signal) : remembered.forget());
      return enter(answer);
    },
    signInWithToken: async (token, signal) => enter(await client.session.signInWithToken(token, signal)),
    setUp: async (draft, setupCode, signal) => {
      const created = await client.users.createFirst(draft, setupCode, signal);
      if (!created.ok) return created.error;
      return enter(await client.session.signIn(draft, signal));
    },
    register: async (draft, signal) => {
      const created = await client.users.create(draft, signal);
      if (!created.ok) return created.error;
      return enter(await client.session.signIn(draft, signal));
    },
    rememberedEmail: async () => (await remembered.load())?.email ?? null,
    setUser: (user) => {
      if (state.kind === 'signedIn') set({ ...state, user });
    },
    setServer: (settings) => {
      if (state.kind === 'signedIn') set({ ...state, server: { ...state.server, server: settings } });
    },
    signOut: async (signal) => {
      await leaving?.(signal);
      const login = await remembered.load();
      if (login?.token != null) {
        await client.session.revokeToken(login.token, signal);
        await remembered.save({ ...login, token: null });
      }
      await client.session.signOut(signal);
      leave(false);
    },
    expire: () => leave(true),
  };
}

/** Somebody signed in, so the server is not new any more. */
function withUsers({ server, branding }: Deployment): Deployment {
  return { branding, server: { ...server, server: { ...server.server, newServer: false } } };
}
