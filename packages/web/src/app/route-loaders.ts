import { redirect, type LoaderFunctionArgs } from 'react-router';
import { redirectOf, targetOf } from '../kernel/session/guard.ts';
import { landingOf } from '../kernel/session/landing.ts';
import type { Session } from '../kernel/session/session.ts';

/** Screens behind the login: who is signed out goes there, and comes back. */
export function signedInOnly(session: Session) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    const elsewhere = redirectOf(await session.check(request.signal), `${pathname}${search}`);
    return elsewhere === null ? null : redirect(elsewhere);
  };
}

/** Opens a link from a mail with or without a session; only the server must be known. */
export function anybody(session: Session) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    const { kind } = await session.check(request.signal);
    const isKnown = kind === 'signedIn' || kind === 'signedOut';
    return isKnown ? null : redirect(`/maintenance?to=${encodeURIComponent(`${pathname}${search}`)}`);
  };
}

/** The login page needs to know the server; who is signed in already goes on. */
export function publicOnly(session: Session) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search, searchParams } = new URL(request.url);
    const state = await session.check(request.signal);
    if (state.kind === 'signedOut') return null;
    if (state.kind !== 'signedIn') {
      return redirect(`/maintenance?to=${encodeURIComponent(`${pathname}${search}`)}`);
    }
    return searchParams.has('token') ? null : redirect(targetOf(searchParams.get('to'), landingOf(state)));
  };
}
