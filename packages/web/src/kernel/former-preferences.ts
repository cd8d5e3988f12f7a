/**
 * Converters for preferences that another front end of the same server left in this browser under the names of
 * docs/reference/requirements.md SPEC §3. Users who switch keep their choices; an unreadable value is passed on to its
 * reader, which ignores it.
 */
export const FORMER_FORMS: Readonly<Record<string, (stored: string) => string | null>> = {
  // Words that were searched for; ours is a query text.
  query: (stored) => {
    const text = stringIn(stored).trim();
    if (text === '') return null;
    return text.includes('=') ? text : `q=${encodeURIComponent(text)}`;
  },
  // One group or several that were open, as a number, a text or a list.
  groupPref: (stored) => {
    const id = Number([jsonIn(stored)].flat()[0]);
    return Number.isSafeInteger(id) && id > 0 ? String(id) : null;
  },
  isMuted: (stored) => String(['true', '1'].includes(stringIn(stored).toLowerCase())),
  mapPref: (stored) => {
    const value = jsonIn(stored);
    const choices = Object.entries(typeof value === 'string' ? {} : Object(value)).map(([name, choice]) => [
      name,
      choice === 'true' || (choice === 'false' ? false : choice),
    ]);
    return choices.length === 0 ? null : JSON.stringify(Object.fromEntries(choices));
  },
};

/** E-mail of a login that was stored with its password, plain or in base64; null = invalid. */
export function formerEmail(stored: string): string | null {
  for (const text of [stored, plainOf(stored)]) {
    const value = jsonIn(text);
    const email = typeof value === 'object' && value !== null && 'email' in value ? value.email : null;
    const named = typeof email === 'string' ? email : /^[^\s:]+@[^\s:]+(?=[:;|]|$)/.exec(stringIn(text))?.[0];
    const found = [named ?? '', plainOf(named ?? '')].find((each) => each.includes('@'));
    if (found !== undefined) return found;
  }
  return null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // Written bare.
  }
}
function stringIn(text: string): string {
  const value = jsonIn(text);
  return typeof value === 'string' ? value : text;
}
function plainOf(text: string): string {
  try {
    const plain = atob(text);
    // What we keep ourselves is sealed: its bytes are no text, and by chance an address may seem to be in them.
    return /^[\u0020-\uFFFF]*$/.test(plain) && !/[\u007F-\u009F]/.test(plain) ? plain : text;
  } catch {
    return text; // Is no base64.
  }
}
