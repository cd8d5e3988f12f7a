import { useEffect, useState } from 'react';

const COPIED_MS = 2000;

/** Copies a text, and says for a moment that it did. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => Promise<void> } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: async (text) => {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    },
  };
}
