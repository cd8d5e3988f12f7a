/** UTF-8 in base64, as the API writes calendars. */
export function toBase64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** Returns an empty text for anything that is not base64. */
export function fromBase64(data: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}
