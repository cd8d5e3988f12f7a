/** SVG path pieces for the icons; the grid is 64 × 64, the vehicle looks to the north. */

/** A box with round corners. */
export function box(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const [right, bottom] = [x + width, y + height];
  return (
    `M${x + r} ${y}H${right - r}A${r} ${r} 0 0 1 ${right} ${y + r}V${bottom - r}` +
    `A${r} ${r} 0 0 1 ${right - r} ${bottom}H${x + r}A${r} ${r} 0 0 1 ${x} ${bottom - r}V${y + r}` +
    `A${r} ${r} 0 0 1 ${x + r} ${y}Z`
  );
}

export function oval(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`;
}
export const disc = (cx: number, cy: number, r: number): string => oval(cx, cy, r, r);

/** A box and its mirror image on the other side of the middle line. */
export const boxes = (x: number, y: number, width: number, height: number, radius: number): string =>
  box(x, y, width, height, radius) + box(64 - x - width, y, width, height, radius);

/** An oval and its mirror image. */
export const ovals = (cx: number, cy: number, rx: number, ry: number): string =>
  oval(cx, cy, rx, ry) + oval(64 - cx, cy, rx, ry);

/** A closed shape given by the points of its right side, from the north to the south. */
export function symmetric(...right: readonly (readonly [number, number])[]): string {
  const left = right.map(([x, y]) => [64 - x, y] as const).reverse();
  return `M${[...right, ...left].map(([x, y]) => `${x} ${y}`).join('L')}Z`;
}

/** A row of equal boxes going south. */
export function ribs(
  count: number,
  x: number,
  y: number,
  size: { width: number; height: number; step: number },
): string {
  let path = '';
  for (let at = 0; at < count; at++)
    path += box(x, y + at * size.step, size.width, size.height, size.height / 2);
  return path;
}
