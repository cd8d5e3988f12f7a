import { useEffect } from 'react';

/**
 * Takes a secret out of the address bar, and so out of the history, of screenshots and of what the next site is told.
 * The router keeps where it is: nothing is loaded anew.
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
