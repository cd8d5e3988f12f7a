/** A piece of a line. */
export interface HelpInline {
  readonly kind: 'text' | 'strong' | 'code' | 'link';
  readonly text: string;
  /** Of a link as written: another page (`groups.md`) or a screen (`/groups`); else empty. */
  readonly to: string;
}
export type HelpLine = readonly HelpInline[];
/** A part of a page. */
export type HelpBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly line: HelpLine }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly HelpLine[] };

const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
const ITEM = /^(?:-|\d+\.) /;

/**
 * Reads the part of Markdown that pages of help are written in: headings, paragraphs, lists, strong words, code and
 * links. Nothing of it becomes markup: whatever else stands there is text.
 */
export function parseHelp(text: string): readonly HelpBlock[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(blockOf);
}

function blockOf(part: string): HelpBlock {
  const heading = /^(#{1,2}) (.+)$/.exec(part);
  if (heading) return { kind: 'heading', level: heading[1] === '#' ? 1 : 2, text: heading[2] ?? '' };
  if (!ITEM.test(part)) return { kind: 'paragraph', line: lineOf(part) };
  // What is indented goes on with the item before it.
  const items = part.split(/\n(?=-|\d+\.)/).map((item) => lineOf(item.replace(ITEM, '')));
  return { kind: 'list', isOrdered: /^\d/.test(part), items };
}

function lineOf(text: string): HelpLine {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  const inlines: HelpInline[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) inlines.push({ kind: 'text', text: line.slice(at, match.index), to: '' });
    const [all, strong, code, name = '', to = ''] = match;
    if (strong !== undefined) inlines.push({ kind: 'strong', text: strong, to: '' });
    else if (code !== undefined) inlines.push({ kind: 'code', text: code, to: '' });
    else inlines.push({ kind: 'link', text: name, to });
    at = match.index + all.length;
  }
  if (at < line.length) inlines.push({ kind: 'text', text: line.slice(at), to: '' });
  return inlines;
}

/** All words of a page, to be searched. */
export const searchTextOf = (blocks: readonly HelpBlock[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'heading') return block.text;
      const lines = block.kind === 'list' ? block.items : [block.line];
      return lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
    })
    .join('\n');
