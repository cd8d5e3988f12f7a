const DECLARED = /^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;
/** Bytes in which an XML declaration ends. */
const HEAD_BYTES = 200;

/**
 * Text of a file of another program: as its byte order mark or XML declaration says, else UTF-8 when it is, else what
 * Windows writes in our languages, an extension of Latin-1.
 */
export function decodeText(bytes: Uint8Array): string {
  const declared = declaredIn(bytes);
  if (declared !== null) return declared.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // A strict decoder fails for one reason alone: the bytes are not UTF-8.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @returns null where no encoding is declared, or UTF-8 is: programs declare it for everything. */
function declaredIn(bytes: Uint8Array): TextDecoder | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const label = DECLARED.exec(head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart())?.[1];
  if (label === undefined || /^utf-?8$/i.test(label)) return null;
  try {
    return new TextDecoder(label);
  } catch {
    // A name that browsers do not know: the bytes decide.
    return null;
  }
}
