// node packages/protocols/test/protocol-table.ts: writes the table of docs/protocols.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { PROTOCOLS } from '../src/catalogue.ts';

export const PAGE = new URL('../../../docs/protocols.md', import.meta.url);
const TABLE = /\| Protocol[^]*?\n(?=\n|$)/;

/** The page with the table as the catalog has it. */
export function withTable(page: string): string {
  return page.replace(TABLE, protocolTable());
}

function protocolTable(): string {
  const rows = [
    ['Protocol', 'Port', 'Transports', 'Commands'],
    ...PROTOCOLS.map((protocol) => [
      `\`${protocol.name}\``,
      String(protocol.defaultPort),
      protocol.kind === 'http' ? 'HTTP' : protocol.transports.join(', ').toUpperCase(),
      protocol.commands.map((command) => `\`${command}\``).join(', '),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const [head = [], ...body] = rows;
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + body.map(line).join('');
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
