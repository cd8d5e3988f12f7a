/** Texts of custom commands that cut or free an engine. Declared by each protocol beside its encoder. */
export interface EngineTexts {
  readonly locks: readonly RegExp[];
  readonly unlocks: readonly RegExp[];
}
