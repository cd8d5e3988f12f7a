import type { LatLng } from '@rastro/fleet';
import type { Roads } from './roads.ts';

/** A round piece of land (or water, where its name says so) to move about in. */
export interface HomeArea {
  readonly name: string;
  readonly centre: LatLng;
  readonly radiusM: number;
  /** Course of the main streets, degrees. */
  readonly gridCourse: number;
  /** Meters above the sea. */
  readonly altitudeM: number;
  /** Absent = streets are made up on the way, as a grid. */
  readonly roads?: Roads;
}

const area = (
  name: string,
  [latitude, longitude]: readonly [number, number],
  [radiusM, gridCourse, altitudeM]: readonly [number, number, number],
): HomeArea => ({ name, centre: { latitude, longitude }, radiusM, gridCourse, altitudeM });

/** Chosen well inland of shores, lakes and bays. */
export const AREAS = {
  saoPaulo: area('São Paulo', [-23.545, -46.62], [9000, 24, 760]),
  campinas: area('Campinas', [-22.905, -47.06], [5500, 41, 680]),
  curitiba: area('Curitiba', [-25.45, -49.27], [7000, 33, 930]),
  pontaGrossa: area('Ponta Grossa', [-25.09, -50.16], [3500, 18, 950]),
  beloHorizonte: area('Belo Horizonte', [-19.92, -43.95], [5500, 48, 850]),
  seteLagoas: area('Sete Lagoas', [-19.47, -44.24], [3000, 8, 760]),
  portoAlegre: area('Porto Alegre', [-30.045, -51.19], [7500, 28, 25]),
  goiania: area('Goiânia', [-16.69, -49.26], [6000, 5, 750]),
  farmland: area('Ribeirão Preto', [-21.3, -47.9], [2500, 0, 560]),
  guaibaWater: area('Lago Guaíba', [-30.13, -51.29], [2500, 0, 2]),
  atlanticWater: area('Atlântico', [-23.25, -43.2], [8000, 0, 0]),
} as const satisfies Readonly<Record<string, HomeArea>>;

export type AreaName = keyof typeof AREAS;
