/** Changes to the layout of messages by the device's model. */
export interface ModelTraits {
  readonly lw: boolean;
  readonly sw: boolean;
  readonly vl: boolean;
  readonly nt: boolean;
  readonly r11: boolean;
  readonly qh302r: boolean;
  readonly g109: boolean;
}

const VL = new Set(['VL103', 'LL303', 'VL512', 'G18']);
const NT = new Set(['NT11', 'NT20', 'NT26', 'NT40', 'NT46', 'VL100', 'XT40']);

export function traitsOf(model: string | null): ModelTraits {
  const name = (model ?? '').trim().toUpperCase();
  return {
    lw: name.startsWith('LW'),
    sw: name === 'SEEWORLD',
    vl: VL.has(name),
    nt: NT.has(name),
    r11: name === 'R11',
    qh302r: name === 'QH302R',
    g109: name === 'G109',
  };
}
