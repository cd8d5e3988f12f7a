/** Notes which methods of a port the tests call, so that none is left out of its contract. */
export class PortCalls {
  readonly #methods = new Set<string>();
  readonly #called = new Set<string>();

  /** The same port, whose calls are noted. */
  watched<Port extends object>(port: Port): Port {
    for (const name of methodsOf(port)) this.#methods.add(name);
    return new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        return (...args: unknown[]): unknown => {
          this.#called.add(name);
          return Reflect.apply(value, target, args);
        };
      },
    });
  }

  /** Methods that nobody called, in order of their names. */
  get missing(): readonly string[] {
    return [...this.#methods.difference(this.#called)].toSorted();
  }
}

/** Own ones, and those of its class. */
function methodsOf(port: object): readonly string[] {
  const names: string[] = [];
  for (
    let level: object | null = port;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  )
    names.push(...Object.getOwnPropertyNames(level));
  return names.filter((name) => name !== 'constructor' && typeof Reflect.get(port, name) === 'function');
}
