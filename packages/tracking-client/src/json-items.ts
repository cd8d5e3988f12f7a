const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/**
 * Items of a JSON array as its pieces arrive, so that a long list is never one long parse. Items are objects or
 * lists; pieces may end anywhere, inside a letter of several bytes too.
 */
export class JsonItems<T> {
  readonly #decoder = new TextDecoder();
  /** Text that is scanned but not yet passed on. */
  #rest = '';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** The list has come to its end; else it breaks off. */
  hasEnded = false;

  /** Items that are complete with this piece. @throws SyntaxError when it is no JSON array. */
  take(piece: Uint8Array): readonly T[] {
    const looked = this.#rest.length;
    const text = this.#rest + this.#decoder.decode(piece, { stream: true });
    if (!/^[[,\]\s]/.test(text) && text !== '') throw new SyntaxError('Cannot read the list: it is none');
    let end = 0;
    for (let i = looked; i < text.length; i++) {
      const depth = this.#depth;
      this.#step(text.charCodeAt(i));
      if (depth === 2 && this.#depth === 1) end = i + 1;
    }
    if (end === 0) {
      this.#rest = text;
      return [];
    }
    this.#rest = text.slice(end);
    // It begins with what opens the list, or with the comma after the item before.
    const items: readonly T[] = JSON.parse(`[${text.slice(0, end).replace(/^\s*[[,]/, '')}]`);
    return items;
  }

  #step(code: number): void {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#isText = false;
    } else if (code === QUOTE) this.#isText = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) this.#depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      this.#depth -= 1;
      this.hasEnded ||= this.#depth === 0;
    }
  }
}
