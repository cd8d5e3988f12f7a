/** Changes to the layouts by the model. */
export interface ModelTraits {
  readonly model: string;
  readonly padlock: boolean;
  readonly aovx: boolean;
  readonly jimiCamera: boolean;
  readonly mv: boolean;
  readonly c5: boolean;
}

const PADLOCKS: readonly string[] = ['G-360P', 'G-508P'];
const AOVX: readonly string[] = ['AL300', 'GL100'];
const JIMI: readonly string[] = ['JC371', 'JC181', 'JC182', 'JC450', 'JC451'];
const MV: readonly string[] = ['MV810G', 'MV710G'];
const C5: readonly string[] = ['C5', 'C5L'];

const NONE: ModelTraits = { model: '', padlock: false, aovx: false, jimiCamera: false, mv: false, c5: false };

export function traitsOf(model: string | null): ModelTraits {
  if (model === null) return NONE;
  return {
    model,
    padlock: PADLOCKS.includes(model),
    aovx: AOVX.includes(model),
    jimiCamera: JIMI.includes(model),
    mv: MV.includes(model),
    c5: C5.includes(model),
  };
}
