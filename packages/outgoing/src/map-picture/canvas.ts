/** Red, green, blue: 0 to 255. */
export type Ink = readonly [number, number, number];
/** x and y after each other, pixels. */
export type Outline = readonly number[];

/**
 * A picture that is drawn on with smooth edges. A shape is summed up edge by edge as the area that each pixel has of
 * it, and laid on in one go: it costs its outline and the rows that it touches.
 */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each pixel, row by row. */
  readonly pixels: Uint8Array;
  readonly #area: Float32Array;
  #top: number;
  #bottom = -1;

  constructor(width: number, height: number, ground: Ink) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.pixels.length; at++) this.pixels[at] = ground[at % 3] ?? 0;
    this.#area = new Float32Array((width + 2) * height);
    this.#top = height;
  }

  /** Fills closed shapes; where they lie over one another they cut holes into one another. */
  fillShapes(shapes: readonly Outline[], ink: Ink, opacity = 1): void {
    for (const shape of shapes) this.#edges(shape, true);
    this.#lay(ink, opacity, true);
  }

  /** Draws lines of the given width, with round ends and corners. */
  stroke(lines: readonly Outline[], widthPx: number, ink: Ink, opacity = 1): void {
    for (const line of lines) this.#band(line, widthPx / 2);
    this.#lay(ink, opacity, false);
  }

  disc(x: number, y: number, radius: number, ink: Ink, opacity = 1): void {
    this.#edges(circle(x, y, radius), true);
    this.#lay(ink, opacity, false);
  }

  #band(line: Outline, half: number): void {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line.slice(i, i + 4);
      if (!this.#isNear(x0, y0, x1, y1, half)) continue;
      const length = Math.hypot(x1 - x0, y1 - y0);
      if (length === 0) continue;
      const [dx, dy] = [((x1 - x0) / length) * half, ((y1 - y0) / length) * half];
      this.#edges([x0 - dy, y0 + dx, x0 + dy, y0 - dx, x1 + dy, y1 - dx, x1 - dy, y1 + dx], true);
      if (half > 0.6) this.#edges(circle(x1, y1, half, 8), true);
    }
  }

  #isNear(x0: number, y0: number, x1: number, y1: number, by: number): boolean {
    return (
      Math.max(x0, x1) > -by &&
      Math.min(x0, x1) < this.width + by &&
      Math.max(y0, y1) > -by &&
      Math.min(y0, y1) < this.height + by
    );
  }

  #edges(shape: Outline, isClosed: boolean): void {
    for (let i = 0; i + 3 < shape.length; i += 2)
      this.#edge(shape[i] ?? 0, shape[i + 1] ?? 0, shape[i + 2] ?? 0, shape[i + 3] ?? 0);
    if (isClosed && shape.length > 3)
      this.#edge(shape.at(-2) ?? 0, shape.at(-1) ?? 0, shape[0] ?? 0, shape[1] ?? 0);
  }

  /** @source Raph Levien, "font-rs": signed areas, summed up from left to right when they are laid on. */
  #edge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const down = y0 < y1 ? 1 : -1;
    const [topX, topY, endX, endY] = down === 1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (endX - topX) / (endY - topY);
    const from = Math.max(0, topY);
    const to = Math.min(this.height, endY);
    if (from >= to) return;
    this.#top = Math.min(this.#top, Math.floor(from));
    this.#bottom = Math.max(this.#bottom, Math.ceil(to) - 1);
    const stride = this.width + 2;
    let x = topX + (from - topY) * slope;
    for (let row = Math.floor(from); row < to; row++) {
      const height = Math.min(row + 1, to) - Math.max(row, from);
      const next = x + slope * height;
      this.#part(row * stride, x, next, down * height);
      x = next;
    }
  }

  /** One edge within one row: what lies right of it gets all of its height, pixels that it crosses a part. */
  #part(base: number, xFrom: number, xTo: number, amount: number): void {
    const area = this.#area;
    const limit = (x: number): number => Math.min(this.width, Math.max(0, x));
    const [left, right] = xFrom < xTo ? [limit(xFrom), limit(xTo)] : [limit(xTo), limit(xFrom)];
    const first = Math.floor(left);
    const last = Math.ceil(right);
    if (last <= first + 1) {
      const middle = (left + right) / 2 - first;
      area[base + first] = (area[base + first] ?? 0) + amount * (1 - middle);
      area[base + first + 1] = (area[base + first + 1] ?? 0) + amount * middle;
      return;
    }
    const share = 1 / (right - left);
    const head = 0.5 * share * (1 - (left - first)) ** 2;
    const tail = 0.5 * share * (right - last + 1) ** 2;
    area[base + first] = (area[base + first] ?? 0) + amount * head;
    if (last === first + 2) {
      area[base + first + 1] = (area[base + first + 1] ?? 0) + amount * (1 - head - tail);
    } else {
      const second = share * (1.5 - (left - first));
      area[base + first + 1] = (area[base + first + 1] ?? 0) + amount * (second - head);
      for (let at = first + 2; at < last - 1; at++) area[base + at] = (area[base + at] ?? 0) + amount * share;
      const before = second + (last - first - 3) * share;
      area[base + last - 1] = (area[base + last - 1] ?? 0) + amount * (1 - before - tail);
    }
    area[base + last] = (area[base + last] ?? 0) + amount * tail;
  }

  #lay([red, green, blue]: Ink, opacity: number, cutsHoles: boolean): void {
    const stride = this.width + 2;
    const { pixels } = this;
    const area = this.#area;
    for (let row = this.#top; row <= this.#bottom; row++) {
      let sum = 0;
      for (let column = 0; column < this.width; column++) {
        sum += area[row * stride + column] ?? 0;
        if (sum > -0.004 && sum < 0.004) continue;
        const share = Math.abs(sum);
        const within = cutsHoles && share > 1 ? Math.abs(((share + 1) % 2) - 1) : Math.min(1, share);
        const alpha = within * opacity;
        const at = (row * this.width + column) * 3;
        pixels[at] = mixed(pixels[at] ?? 0, red, alpha);
        pixels[at + 1] = mixed(pixels[at + 1] ?? 0, green, alpha);
        pixels[at + 2] = mixed(pixels[at + 2] ?? 0, blue, alpha);
      }
      area.fill(0, row * stride, (row + 1) * stride);
    }
    this.#top = this.height;
    this.#bottom = -1;
  }
}

const mixed = (under: number, over: number, alpha: number): number =>
  Math.round(under + (over - under) * alpha);

function circle(x: number, y: number, radius: number, corners = 32): number[] {
  const shape: number[] = [];
  for (let i = 0; i < corners; i++) {
    const angle = (i / corners) * 2 * Math.PI;
    shape.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  return shape.toReversed().reduce<number[]>((turned, value, at, all) => {
    if (at % 2 === 0) turned.push(all[at + 1] ?? 0, value);
    return turned;
  }, []);
}
