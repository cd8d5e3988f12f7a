/** A syntax problem of an expression. `about` is the text in question, `wanted` the missing sign. */
export interface ExpressionProblem {
  readonly code:
    | 'absent'
    | 'assignsToNoName'
    | 'empty'
    | 'endsTooSoon'
    | 'mixed'
    | 'noFunction'
    | 'noMath'
    | 'tooDeep'
    | 'tooLong'
    | 'unexpected'
    | 'unreadable';
  /** Where in the text, from 0. */
  readonly at: number;
  readonly about: string;
  readonly wanted: string | null;
}

/** For clients that show the server's message. */
export function problemText({ code, at, about, wanted }: ExpressionProblem): string {
  const where = wanted === null ? '' : ` where "${wanted}" should be`;
  switch (code) {
    case 'absent':
      return `uses "${about}", which is not supported`;
    case 'assignsToNoName':
      return 'assigns to something that is no name';
    case 'empty':
      return 'is empty';
    case 'endsTooSoon':
      return `ends too soon${where}`;
    case 'mixed':
      return 'mixes a list with a map';
    case 'noFunction':
      return `calls ${about}, which is no function; there is math:…`;
    case 'noMath':
      return `calls ${about}, which is none`;
    case 'tooDeep':
      return 'is nested too deeply';
    case 'tooLong':
      return 'is too long';
    case 'unexpected':
      return `has "${about}" at ${at + 1}${where}`;
    case 'unreadable':
      return `cannot read "${about}" at ${at + 1}`;
  }
}
