import type { DecodedLine } from './line-decoder.ts';
import type { OutputPosition } from './output.ts';

/** Describes a decoded frame for readers: one field a line. */
export function described(payload: string, { positions, reply, error }: DecodedLine): string {
  const lines = [`frame     ${payload}`];
  if (error !== null) lines.push(`error     ${error}`);
  for (const [at, position] of positions.entries()) lines.push(...describedPosition(position, at + 1));
  if (positions.length === 0 && error === null) lines.push('records   none');
  lines.push(`reply     ${reply ?? 'none'}`, '');
  return lines.join('\n');
}

function describedPosition(position: OutputPosition, number: number): readonly string[] {
  const { attributes, network, noLocation, ...place } = position;
  const lines = [`record    ${number}${noLocation ? ', without a location' : ''}`];
  for (const [name, value] of Object.entries(place)) lines.push(`  ${name.padEnd(16)} ${value ?? 'arrival'}`);
  for (const cell of network?.cells ?? []) lines.push(`  ${'cell'.padEnd(16)} ${cell.join(', ')}`);
  for (const point of network?.wifi ?? []) lines.push(`  ${'wifi'.padEnd(16)} ${point.join(', ')}`);
  for (const [name, value] of Object.entries(attributes)) {
    lines.push(`  ${name.padEnd(16)} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  return lines;
}
