import { useEffect } from 'react';

const METAS = { referrer: 'no-referrer', robots: 'noindex' } as const;

/** Tells nobody the address of the page, which opens it: a page from the service worker has no headers of its own. */
export function useQuietPage(): void {
  useEffect(() => {
    const elements = Object.entries(METAS).map(([name, content]) => {
      const meta = document.createElement('meta');
      meta.name = name;
      meta.content = content;
      document.head.append(meta);
      return meta;
    });
    return () => {
      for (const meta of elements) meta.remove();
    };
  }, []);
}
