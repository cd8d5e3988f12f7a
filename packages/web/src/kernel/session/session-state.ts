import type { BrandingConfig, User } from '@rastro/fleet';
import type { ServerAnswer } from '@rastro/tracking-client';

/** The server and the brand of its host. */
export interface Deployment {
  readonly server: ServerAnswer;
  readonly branding: BrandingConfig;
}
export type SignedIn = Deployment & {
  readonly kind: 'signedIn';
  readonly user: User;
  /** Only this browser vouches for it so far: the page began without the server. */
  readonly isOffline?: boolean;
  /** The server has ended the session while something typed is not saved: the page stays until they sign in again. */
  readonly isOver?: boolean;
};
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  /** `ended`: the server ended it, so the user wants to come back to where they were. */
  | (Deployment & {
      readonly kind: 'signedOut';
      readonly ended: boolean;
      /** It was a guest's session: they cannot sign in again. */
      readonly wasGuest?: boolean;
    })
  | SignedIn;
