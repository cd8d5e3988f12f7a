import { tokensOf, type ExpressionProblem, type Token } from '@rastro/fleet/expressions';

export type PartKind = Exclude<Token['kind'], 'end'> | 'plain' | 'wrong';
export interface Part {
  readonly from: number;
  readonly text: string;
  readonly kind: PartKind;
}

/** An expression in pieces to color; together they are the text. What is wrong begins where the problem is. */
export function highlightedParts(source: string, problem: ExpressionProblem | null): readonly Part[] {
  const tokens = tokensOf(source);
  const parts: Part[] = [];
  let from = 0;
  const add = (end: number, kind: PartKind): void => {
    if (end > from) parts.push({ from, text: source.slice(from, end), kind });
    from = Math.max(from, end);
  };
  if (tokens.ok) {
    for (const { at, end, kind } of tokens.value) {
      add(at, 'plain');
      if (kind !== 'end') add(end, problem?.at === at ? 'wrong' : kind);
    }
  } else {
    add(tokens.error.at, 'plain');
    add(source.length, 'wrong');
  }
  add(source.length, 'plain');
  return parts;
}

const MAX_SUGGESTIONS = 6;

export interface Completions {
  /** Start of the word that they complete. */
  readonly from: number;
  readonly names: readonly string[];
}

/** Names that go on as what stands before the caret, shortest first. */
export function completionsOf(source: string, caret: number, names: readonly string[]): Completions {
  const typed = /[A-Za-z_$][\w$:]*$/.exec(source.slice(0, caret))?.[0] ?? '';
  const word = typed.toLowerCase();
  const found = word === '' ? [] : names.filter((name) => name !== typed && isAbout(name, word));
  return {
    from: caret - typed.length,
    names: found.toSorted((a, b) => a.length - b.length || a.localeCompare(b)).slice(0, MAX_SUGGESTIONS),
  };
}

const isAbout = (name: string, word: string): boolean => name.toLowerCase().startsWith(word);
