/**
 * The whole address of a custom sound; null = none that is ever played. MP3, WAV and OGG by HTTP, never with a password
 * in it. @source docs/reference/requirements.md SPEC §5 "A custom sound URL must be mp3, wav or ogg"
 */
export function soundUrl(address: string, origin: string): URL | null {
  const url = URL.parse(address, origin);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return /^https?:$/.test(url.protocol) && /\.(?:mp3|wav|ogg)$/i.test(url.pathname) ? url : null;
}
