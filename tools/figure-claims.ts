// Numbers in documents that state a figure of the product. Each has a marker behind it with the name of the figure.
import { isNear, numberOf, type StatedFigure } from './figure-page.ts';

const NUMBER = String.raw`(?<![\w§.,])\d[\d,]*(?:\.\d+)?`;
/** "60,000 records/s<!-- figure: ingest-packets -->" */
const MARKED = new RegExp(String.raw`(${NUMBER})([^\d\n|]{0,40}?)\s?<!-- figure: ([\w-]+) -->`, 'g');
const ANY_MARKER = /<!-- figure: ([\w-]+) -->/g;
/** Sizes, short times and rates; and numbers of things that change with every week of work. */
const MEASURED = new RegExp(
  String.raw`${NUMBER} ?(?:(?:µs|ms|kB|KiB|MB|MiB|GB|TB|(?:records|positions|messages) ?(?:/ ?s|a second|per second))(?!\w)|(?:rules|tests|journeys|routes|texts|protocols)\b)`,
  'g',
);
/** Fewer are the layout of a message. */
const MANY_BYTES = /(?<![\w§.,])\d[\d,]*\d{2} bytes\b/g;
/** A measured time, other than the period of a rule. */
const ABOUT = new RegExp(String.raw`\babout ${NUMBER} ?(?:s|seconds|minutes)\b`, 'g');
/** Words that make a number a limit, an aim or a setting: it is decided, not measured. */
const DECIDED =
  /\b(?:at most|up to|over|below|above|under|within|least|limits?|limited to|aims?|every|each|per|after|than|of|at)(?: [\w-]+){0,3}:? $/i;

/** Complaints about a document. */
export function complaintsOf(
  name: string,
  text: string,
  page: ReadonlyMap<string, StatedFigure>,
): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, '.'));
  return prose.split('\n').flatMap((line, at) => {
    const place = `${name}:${at + 1}`;
    return [...markedIn(line, page), ...unmarkedIn(line)].map((complaint) => `${place}: ${complaint}`);
  });
}

function markedIn(line: string, page: ReadonlyMap<string, StatedFigure>): string[] {
  const marked = [...line.matchAll(MARKED)];
  const lonely = [...line.matchAll(ANY_MARKER)].length - marked.length;
  const complaints = lonely > 0 ? ['a marker has no number with its unit before it'] : [];
  for (const [, number = '', unit = '', id = ''] of marked) {
    const figure = page.get(id);
    if (!figure) complaints.push(`no figure is called ${id}`);
    else if (!unit.trim().startsWith(figure.unit)) complaints.push(`${id} is in ${figure.unit}`);
    else if (!isNear(numberOf(number), figure.value, figure.tolerance))
      complaints.push(`${number} is not ${id}, which is ${figure.value} ± ${figure.tolerance} %`);
  }
  return complaints;
}

function unmarkedIn(line: string): string[] {
  const bare = line.replaceAll(MARKED, '');
  return [...bare.matchAll(MEASURED), ...bare.matchAll(MANY_BYTES), ...bare.matchAll(ABOUT)]
    .filter(({ index }) => !DECIDED.test(bare.slice(0, index)))
    .map(
      ([found]) => `"${found}" is a figure without a marker; a limit says so (at most, up to, within, every)`,
    );
}
