import { parseSync } from '@swc/core';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EDITOR_KEYS, LIST_KEYS } from '../kernel/screens/manager-texts.ts';

/** A key of a text and where it is asked for. */
export interface Asked {
  readonly file: string;
  readonly key: string;
}
/** A key that is put together at run time: which keys it may become. */
export interface AskedPattern {
  readonly file: string;
  readonly pattern: RegExp;
}
export interface Sources {
  readonly files: number;
  readonly keys: readonly Asked[];
  readonly patterns: readonly AskedPattern[];
  /** User text that stands in the code, as `file: text`. */
  readonly literals: readonly string[];
}

interface Node {
  readonly type?: string;
  readonly [name: string]: unknown;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const QUALIFIED = /^[a-z]+:[A-Za-z_][\w.-]*$/;
/** Attributes that users read or screen readers speak. */
const SPOKEN = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'description',
  'error',
  'aria-label',
  'aria-description',
]);
const WORD = /\p{L}{2}/u;
/** Functions that ask for several keys below the prefix that they get. */
const KEYS_BELOW: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  ['useListTexts', LIST_KEYS],
  ['useEditorTexts', EDITOR_KEYS],
]);

/**
 * Reads every source of the application as a syntax tree. Keys are literals written `namespace:key`; inside
 * `t(...)` a key without a namespace belongs to the first one that the file hands to `useTranslation`.
 */
export function readSources(): Sources {
  const keys: Asked[] = [];
  const patterns: AskedPattern[] = [];
  const literals: string[] = [];
  const names = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (name) => !/(^testing\/|\.test\.|^test-setup)/.test(name),
  );
  for (const file of names) {
    const text = readFileSync(`${ROOT}${file}`, 'utf8');
    const tree = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') }) as unknown as Node;
    const home = /useTranslation\(\s*\[?\s*'(\w+)'/.exec(text)?.[1];
    visit(tree, (node, parent) => {
      const key = literalOf(node);
      const inCall = parent !== null && isTextCall(parent);
      const below = parent === null ? undefined : KEYS_BELOW.get(calleeOf(parent));
      if (key !== null && below !== undefined)
        keys.push(...below.map((name) => ({ file, key: `${key}${name}` })));
      else if (key !== null && QUALIFIED.test(key)) keys.push({ file, key });
      else if (key !== null && inCall && home !== undefined) keys.push({ file, key: `${home}:${key}` });
      const parts = templateParts(node);
      if (parts !== null && /^[a-z]+:(?!\/\/)/.test(parts[0] ?? '')) {
        patterns.push({ file, pattern: patternOf(parts) });
      } else if (parts !== null && inCall && home !== undefined) {
        patterns.push({ file, pattern: patternOf([`${home}:${parts[0]}`, ...parts.slice(1)]) });
      }
      const own = ownText(node);
      if (own !== null) literals.push(`${file}: ${own}`);
    });
  }
  return { files: names.length, keys, patterns, literals };
}

/** `t('…')`, `t(cond ? 'a' : 'b')`: the literals under the first argument. */
const isTextCall = (node: Node): boolean => calleeOf(node) === 't';

/** Name of the function that a call calls. */
function calleeOf(node: Node): unknown {
  const callee = node['callee'] as Node | undefined;
  return node.type === 'CallExpression' && callee?.type === 'Identifier' ? callee['value'] : null;
}

function literalOf(node: Node): string | null {
  return node.type === 'StringLiteral' ? (node['value'] as string) : null;
}

/** The constant parts of a template text, around its expressions. */
function templateParts(node: Node): readonly string[] | null {
  // The type of a template text has the same name, but no expressions.
  const expressions = node['expressions'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(expressions) || expressions.length === 0) return null;
  return (node['quasis'] as readonly Node[]).map((part) =>
    typeof part['cooked'] === 'string' ? part['cooked'] : '',
  );
}

function patternOf(parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[\\w.-]+')}$`);
}

function ownText(node: Node): string | null {
  if (node.type === 'JSXText') {
    const text = (node['value'] as string).trim();
    return WORD.test(text) ? text : null;
  }
  if (node.type !== 'JSXAttribute') return null;
  const name = (node['name'] as Node)['value'] as string;
  const value = node['value'] as Node | null;
  const text = value === null ? null : literalOf(value);
  return text !== null && SPOKEN.has(name) && WORD.test(text) ? `${name}="${text}"` : null;
}

/** `parent` is the nearest call whose arguments the node stands in directly or behind a condition. */
function visit(
  value: unknown,
  see: (node: Node, parent: Node | null) => void,
  call: Node | null = null,
): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see, call);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.type === 'string') see(node, call);
  for (const [name, child] of Object.entries(node)) {
    if (node.type === 'CallExpression' && name === 'arguments') {
      const [first, ...rest] = child as readonly unknown[];
      visit(first, see, node);
      visit(rest, see, null);
    } else {
      const passes = node.type === 'ConditionalExpression' ? name !== 'test' : node.type === undefined;
      visit(child, see, passes ? call : null);
    }
  }
}
