/** Letters that a token of a share has; nothing else goes into an address. */
const TOKEN = /^[\w.~-]{1,512}$/;

/** The token in what the user pastes: a link of any host, its end, or the token alone. Null = there is none. */
export function shareTokenIn(pasted: string): string | null {
  const text = pasted.trim();
  const inPath = /\/share\/([^/?#\s]+)/.exec(text)?.[1];
  const inQuery = /[?&]token=([^&#\s]+)/.exec(text)?.[1];
  const found = inPath ?? inQuery ?? text;
  return TOKEN.test(found) ? found : null;
}
