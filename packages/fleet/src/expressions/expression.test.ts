import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expressionProblem, runExpression } from './expression.ts';
import { parseExpression } from './parser.ts';
import { DateValue, type Value } from './value.ts';

const WORLD: Readonly<Record<string, Value>> = {
  speed: 20,
  adc1: 1500,
  flags: 5,
  text: 'Abc-123',
  hexed: '1F',
  ignition: true,
  off: false,
  nothing: null,
  list: [1, 2, 3],
  map: { a: { b: 7 } },
  when: new DateValue(Date.UTC(2026, 0, 2, 3, 4, 5)),
};
const lookup = (name: string): Value | undefined => (Object.hasOwn(WORLD, name) ? WORLD[name] : undefined);
function value(source: string): Value {
  const result = runExpression(source, lookup);
  assert.ok(result.ok, `${source}: ${result.ok ? '' : result.error}`);
  return result.value;
}
function failure(source: string): string {
  const result = runExpression(source, lookup);
  assert.ok(!result.ok, `${source} has a value`);
  return result.error;
}
const check = (table: readonly (readonly [string, Value])[]): void => {
  for (const [source, expected] of table) assert.deepEqual(value(source), expected, source);
};

test('[CALC-1] arithmetic, comparison and logic work as signs and as words', () => {
  check([
    ['1 + 2 * 3 - 4 / 8', 6.5],
    ['(1 + 2) * 3 % 4', 1],
    ['adc1 * 0.001', 1.5],
    ['-speed + +5', -15],
    ['speed gt 10 and speed le 20 && !off', true],
    ['speed lt 10 or not ignition', false],
    ['speed eq 20 && speed ne 21 && speed ge 20', true],
    ['7 div 2 mod 2', 1.5],
    ['"5" == 5 && 5 == 5.0 && "a" != "b"', true],
    ['"a" < "b"', true],
    ['"v" + 1 + 2', 'v12'],
    ['1 + 2 + "v"', '3v'],
    ['"3" * 2', 6],
    ['0x1F + 1L + 2.5d + 1e2', 134.5],
    ['1 // a comment\n + 1 /* and */ + 1 ## another', 3],
  ]);
});

test('[CALC-30] texts with values in them, maps, sets and ranges are read as JEXL reads them', () => {
  check([
    ['`text ${speed}`', 'text 20'],
    ['`a ${speed + 1} b #{ignition ? "on" : \'off\'}`', 'a 21 b on'],
    ["`${ {'a': 1}['a'] } \\` \\${x} $5`", '1 ` ${x} $5'],
    ['"${speed}"', '${speed}'],
    ["{'a': 1, 'b': 2}['b']", 2],
    ["{'a': 1}.size()", 1],
    ['{:}', {}],
    ['{1, 2, 2, 1}', [1, 2]],
    ['if (ignition) {speed} else {0}', 20],
    ['{ var x = 1; x + 1 }', 2],
    ['size(1..5)', 5],
    ['speed =~ (15..25)', true],
    ['3..1', [3, 2, 1]],
  ]);
  assert.match(failure('`a ${speed`'), /ends too soon where "}" should be/);
  assert.match(failure('`a ${1 +}`'), /ends too soon/);
  assert.match(failure('1..1000000'), /at most 1000/);
  assert.match(failure('`${unknown}`'), /unknown is unknown/);
});

test('[CALC-2] bits are those of 64 bits with a sign, and bind looser than comparisons', () => {
  check([
    ['(flags & 4) != 0', true],
    ['flags & 1 | 8 ^ 2', 11],
    ['~0', -1],
    ['1 << 40', 2 ** 40],
    ['(1099511627776 & 1099511627776) >> 40', 1],
    ['-1 >>> 1', Number(0x7fffffffffffffffn)],
    ['-8 >> 1', -4],
  ]);
  assert.match(failure('flags & "x"'), /not a number/);
});

test('[CALC-3] choices, blocks, variables and returns', () => {
  check([
    ['speed > 10 ? "fast" : "slow"', 'fast'],
    ['nothing ?: 5', 5],
    ['0 ?: 5', 5],
    ['0 ?? 5', 0],
    ['missing ?? 5', 5],
    ['missing ?: "x"', 'x'],
    ['missing ? 1 : 2', 2],
    ['missing == null', true],
    ['nothing != null', false],
    ['empty missing && empty("") && !empty(list) && empty []', true],
    ['size(list) + size("ab") + size missing', 5],
    ['if (speed > 10) { "a" } else { "b" }', 'a'],
    ['if (speed < 10) 1; else if (ignition) 2; else 3', 2],
    ['if (off) 1', null],
    ['var x = speed * 2; x += 2; x', 42],
    ['x = 3; x * x', 9],
    ['if (ignition) { return 1 } ; 2', 1],
    ['{ var y = 2; y * 2 }', 4],
  ]);
});

test('[CALC-4] memberships, patterns, prefixes and suffixes', () => {
  check([
    ['speed =~ [10, 20]', true],
    ['"b" !~ ["a", "b"]', false],
    ['"a" =~ map', true],
    ['text =~ "[A-Z][a-z]+-\\\\d+"', true],
    ['text =~ "Abc"', false],
    ['text =^ "Ab" && text =$ "123" && text !^ "x" && text !$ "x"', true],
    ['[1, "a", true][1]', 'a'],
    ['({"k": 1, "l": 2}).l', 2],
    ['map.a.b + map["a"]["b"]', 14],
    ['map.zzz', null],
    ['map?.zzz?.more', null],
    ['list[2] + list.get(0) + list.size()', 7],
  ]);
  assert.match(failure('list[9]'), /out of range/);
  assert.match(failure('map.zzz.more'), /null has no more/);
});

test('[CALC-5] methods of texts, numbers, lists and dates, and math functions', () => {
  check([
    ['text.substring(4)', '123'],
    ['text.substring(0, 3).toUpperCase()', 'ABC'],
    ['text.split("-")[1]', '123'],
    ['text.replace("-", "+").contains("+")', true],
    ['text.replaceAll("[0-9]", "x")', 'Abc-xxx'],
    ['text.indexOf("b") + text.length()', 8],
    ['text.matches(".*-.*") && text.startsWith("A") && text.equalsIgnoreCase("ABC-123")', true],
    ['speed.intValue() + 1.9.intValue()', 21],
    ['list.contains(2) && !list.isEmpty()', true],
    ['when.getTime() / 1000', Date.UTC(2026, 0, 2, 3, 4, 5) / 1000],
    ['when.getHours() * 100 + when.time % 2', 300],
    ['math:round(2.5) + math:floor(-0.5) + math:abs(-3)', 5],
    ['math:max(speed, 30) + math:pow(2, 10)', 1054],
    ['math:sqrt(16) + math:rint(2.5)', 6],
  ]);
  assert.match(failure('text.substring(99)'), /out of range/);
  assert.match(failure('text.getClass()'), /has no method/);
});

test('[CALC-6] unknown names, null arithmetic and division by zero are errors', () => {
  assert.equal(failure('missing + 1'), 'missing is unknown');
  assert.equal(failure('missing'), 'missing is unknown');
  assert.equal(failure('nothing + 1'), 'null is not a number');
  assert.equal(failure('nothing > 1'), 'null is not a number');
  assert.equal(failure('1 / 0'), 'division by zero');
  assert.equal(failure('text * 2'), 'text "Abc-123" is not a number');
  assert.equal(failure('math:log(-1)'), 'the result is no number');
  assert.match(failure('map && true'), /neither true nor false/);
});

test('[CALC-7] what is no expression is refused with its place', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /empty/],
    ['1 +', /ends too soon/],
    ['1 2', /has "2" at 3/],
    ['(1', /ends too soon where "\)"/],
    ['a = = 1', /has "="/],
    ['1 = 2', /assigns to something/],
    ['#', /cannot read "#" at 1/],
    ['foo(1)', /calls foo/],
    ['math:none(1)', /math:none/],
    ['math:abs(1, 2)', /math:abs of 2/],
    ['for (i : list) i', /"for", which is not supported/],
    ['new("java.lang.Runtime")', /"new"/],
    ['x -> x', /has "->"/],
    ['('.repeat(200) + ')'.repeat(200), /nested too deeply/],
    ['1' + '+1'.repeat(1900), /too long/],
  ];
  for (const [source, problem] of cases) assert.match(expressionProblem(source) ?? '', problem, source);
});

test('[CALC-8] there is no way out: neither prototypes nor constructors nor time without end', () => {
  for (const name of [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'globalThis',
    'process',
  ]) {
    assert.equal(failure(name), `${name} is unknown`);
  }
  check([
    ['map.__proto__', null],
    ['map["constructor"]', null],
    ['map.containsKey("toString")', false],
  ]);
  for (const source of [
    'text.constructor',
    'list.constructor',
    'list["__proto__"]',
    'speed.constructor',
    'when.constructor',
  ]) {
    failure(source);
  }
  for (const source of [
    'text.constructor("x")',
    'map.hasOwnProperty("a")',
    'list.map(1)',
    'text.valueOf()',
  ]) {
    assert.match(failure(source), /has no method/);
  }
  assert.equal(value('({"__proto__": {"polluted": 1}}).size()'), 1);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
  const started = performance.now();
  value(`"${'a'.repeat(60)}!" =~ "(a+)+b"`);
  assert.match(failure('"a".repeat(4000) + "b"'), /longer than/);
  assert.match(failure('"a".repeat(1e9)'), /too often/);
  assert.ok(performance.now() - started < 5000, 'the exponential pattern ended');
});

test('[CALC-9] no text whatever breaks the evaluator', () => {
  const parts = fc.constantFrom(
    ...'( ) [ ] { } . , ; : ? ?: ?? + - * / % == != < > && || ! ~ & | =~ = if else var return empty size null true 1 2.5 "a" speed list map text missing math:abs . substring'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 14 }), fc.string({ maxLength: 6 }), (words, noise) => {
      for (const source of [words.join(' '), words.join('') + noise]) {
        const result = runExpression(source, lookup);
        assert.equal(typeof result.ok, 'boolean');
      }
    }),
    { numRuns: 3000 },
  );
});

test('[CALC-18] what is wrong with the form is told with its place', () => {
  const problem = (source: string) => {
    const tree = parseExpression(source);
    return tree.ok ? null : [tree.error.code, tree.error.at, tree.error.about];
  };
  assert.deepEqual(problem('speed * 2'), null);
  assert.deepEqual(problem('speed * * 2'), ['unexpected', 8, '*']);
  assert.deepEqual(problem('speed # 2'), ['unreadable', 6, '# 2']);
  assert.deepEqual(problem('1 + (2'), ['endsTooSoon', 6, '']);
  assert.deepEqual(problem('1 + sin(2)'), ['noFunction', 4, 'sin']);
  assert.deepEqual(problem('1 + math:sine(2)'), ['noMath', 9, 'math:sine of 1']);
  assert.deepEqual(problem('while (1) 2'), ['absent', 0, 'while']);
  assert.deepEqual(problem(' '), ['empty', 1, '']);
});
