import type { Value } from './value.ts';

export type BinarySign =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '=~'
  | '!~'
  | '=^'
  | '!^'
  | '=$'
  | '!$'
  | '|'
  | '^'
  | '&'
  | '<<'
  | '>>'
  | '>>>'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/** An expression as a tree. */
export type Node =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'name'; readonly name: string }
  /** `careful` = `?.`: nothing of nothing is nothing. */
  | { readonly kind: 'member'; readonly of: Node; readonly key: Node; readonly careful: boolean }
  | {
      readonly kind: 'call';
      readonly of: Node;
      readonly name: string;
      readonly args: readonly Node[];
      readonly careful: boolean;
    }
  | { readonly kind: 'math'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'list' | 'set'; readonly items: readonly Node[] }
  /** Whole numbers from the left to the right one. */
  | { readonly kind: 'range'; readonly left: Node; readonly right: Node }
  /** A text with the values of expressions in it. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Node)[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Node, Node])[] }
  | { readonly kind: 'unary'; readonly sign: '-' | '+' | '!' | '~' | 'empty' | 'size'; readonly of: Node }
  | { readonly kind: 'binary'; readonly sign: BinarySign; readonly left: Node; readonly right: Node }
  | { readonly kind: 'both' | 'either' | 'elvis' | 'coalesce'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'choice'; readonly when: Node; readonly yes: Node; readonly no: Node }
  | { readonly kind: 'assign'; readonly name: string; readonly value: Node }
  | { readonly kind: 'return'; readonly value: Node }
  | { readonly kind: 'block'; readonly steps: readonly Node[] };
