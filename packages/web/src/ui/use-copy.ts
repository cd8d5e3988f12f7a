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
    copy: async (text) => setCopied(await copied(text)),
  };
}

async function copied(text: string): Promise<boolean> {
  // Over plain HTTP, as on a first evening at home, a browser has no clipboard to write to.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return copiedFromField(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copiedFromField(text),
  );
}

function copiedFromField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Next to the focused element: a dialog makes the rest of the page inert.
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
