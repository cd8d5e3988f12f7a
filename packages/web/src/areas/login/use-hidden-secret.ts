import { useEffect } from 'react';

/**
 * Removes a secret from the address bar, and so from the history, screenshots and the referrer.
 * The router stays where it is: nothing is reloaded.
 */
export function useHiddenSecret(secret: string): void {
  useEffect(() => {
    if (secret === '') return;
    const { pathname, searchParams } = new URL(window.location.href);
    searchParams.delete('token');
    // A guest may reload the page before they are signed in; afterwards the address is another.
    if (pathname.startsWith('/share/')) return;
    const path = pathname.replace(/^(.*\/recover)\/.*$/, '$1');
    const search = searchParams.toString();
    window.history.replaceState(window.history.state, '', search === '' ? path : `${path}?${search}`);
  }, [secret]);
}
