import { unescaped } from './tokens.ts';

/** A part of a template: literal text, or an expression. */
export type TemplatePart = string | { readonly source: string };

/**
 * Cuts a template into its parts: `${speed}` and `#{speed}` are expressions, a backslash before them makes them text.
 * @param content Text between the quotes.
 * @returns null when a brace is not closed.
 */
export function templateParts(content: string): readonly TemplatePart[] | null {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (let at = 0; at < content.length; at++) {
    if (content[at] === '\\') at++;
    else if ((content[at] === '$' || content[at] === '#') && content[at + 1] === '{') {
      const end = closingBrace(content, at + 2);
      if (end < 0) return null;
      if (at > from) parts.push(unescaped(content.slice(from, at)));
      parts.push({ source: content.slice(at + 2, end) });
      at = end;
      from = end + 1;
    }
  }
  if (from < content.length) parts.push(unescaped(content.slice(from)));
  return parts;
}

/** Braces in quoted texts of the expression do not count. */
function closingBrace(content: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < content.length; at++) {
    const letter = content[at] ?? '';
    if (quote !== '') {
      if (letter === '\\') at++;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return at;
  }
  return -1;
}
