/** Characters of one part: a file system takes 255 bytes in all. */
const LONGEST = 50;

/**
 * Name of a file for users: `Rastro_Viagens_2026-11-01_2026-11-30.xlsx`. Letters of any alphabet are preserved;
 * characters with a meaning in a file system, a header or a shell become hyphens.
 */
export function sheetFileName(parts: readonly string[], ending: string): string {
  const named = parts
    .map((part) =>
      Array.from(part.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-'))
        .slice(0, LONGEST)
        .join('')
        .replaceAll(/^[-.]+|[-.]+$/g, ''),
    )
    .filter((part) => part !== '');
  return `${named.join('_') || 'file'}.${ending}`;
}

/** The header that makes a browser save an answer under a name. @source RFC 6266, RFC 8187 */
export function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u007e]|["\\%]/g, '-');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
