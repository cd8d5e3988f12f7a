import { withoutIsolates } from '../i18n/isolated.ts';

/** Hands a text or a file to the browser as a download. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = withoutIsolates(name);
  link.click();
  URL.revokeObjectURL(url);
}
