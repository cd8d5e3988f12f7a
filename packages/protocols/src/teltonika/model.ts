/** Meanings of element ids by the device's model. */
export interface ModelTraits {
  /** FMB920, FMC130, FMM640 …, MTB100, MSP500. */
  readonly f: boolean;
  /** FMB640, FMC650 …: the professional series. */
  readonly f6: boolean;
  /** TAT100, TMT250, TST100. */
  readonly t: boolean;
  readonly fmb003: boolean;
  /** Reports its cell towers in elements of its own. */
  readonly tat100: boolean;
}

/** Without a model only the ids that mean the same everywhere get names. */
export function traitsOf(model: string | null): ModelTraits {
  const name = (model ?? '').trim().toUpperCase();
  return {
    f: /^(?:FM[B-Z]...|MTB100|MSP500)$/.test(name),
    f6: /^FM.6..$/.test(name),
    t: /^T.T...$/.test(name),
    fmb003: name === 'FMB003',
    tat100: name === 'TAT100',
  };
}
