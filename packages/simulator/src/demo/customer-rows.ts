import { BUSY, CALM, DEPOT, type DemoRow, type DeviceState } from './demo-rows.ts';

/** Customers of resellers, a group for each, and the vehicles that they had installed some weeks ago. */
export const CUSTOMER_GROUPS: readonly (readonly [group: string, rows: readonly DemoRow[]])[] = [
  ['Padaria Pão Dourado', [[2, 'Padaria', 'van', 'Fiat Fiorino', 'saoPaulo', BUSY, '#d9480f #fff3bf']]],
  ['Clínica Vida Nova', [[2, 'Clínica', 'car', 'Renault Logan', 'saoPaulo', CALM, '#f8f9fa #1098ad']]],
  ['Floricultura Jasmim', [[2, 'Flores', 'van', 'Fiat Doblò', 'saoPaulo', BUSY, '#a61e4d #ffffff']]],
  ['Ar & Clima Refrigeração', [[2, 'Clima', 'van', 'Renault Kangoo', 'saoPaulo', CALM, '#1864ab #ffffff']]],
  ['Autoescola Rumo Certo', [[3, 'Autoescola', 'car', 'Fiat Mobi', 'saoPaulo', BUSY, '#ffffff #fab005']]],
  ['Gás do Porto', [[2, 'Gás', 'truck2', 'Volkswagen Delivery', 'portoAlegre', BUSY, '#c92a2a #ffffff']]],
  [
    'Farmácia Bem-Estar',
    [[2, 'Farmácia', 'motorcycle', 'Honda Biz', 'portoAlegre', BUSY, '#2b8a3e #ffffff']],
  ],
  ['Construtora Guaíba', [[2, 'Obra', 'pickup', 'Toyota Hilux', 'portoAlegre', CALM, '#e67700 #212529']]],
  ['Colégio Horizonte', [[2, 'Escolar', 'van', 'Iveco Daily', 'portoAlegre', CALM, '#fcc419 #1864ab']]],
  ['Lavanderia Espuma', [[1, 'Lavanderia', 'van', 'Citroën Jumpy', 'portoAlegre', BUSY, '#15aabf #ffffff']]],
  ['Frigorífico Serra Azul', [[2, 'Frigo', 'truck2', 'Iveco Tector', 'saoPaulo', BUSY, '#1864ab #e7f5ff']]],
];

const inStock = (count: number, name: string, state: DeviceState): DemoRow => [
  count,
  name,
  'default',
  'Sem veículo',
  'saoPaulo',
  DEPOT,
  '#ced4da #ced4da',
  { presence: 'never', state },
];

/** Trackers on the shelf, of the installation and of its two resellers. */
export const STOCK_GROUPS: readonly (readonly [group: string, rows: readonly DemoRow[]])[] = [
  [
    'Estoque central',
    [
      inStock(4, 'Caixa', 'stock'),
      inStock(2, 'Bancada', 'failure'),
      inStock(2, 'Devolvido', 'withdrawn'),
      inStock(1, 'Em manutenção', 'service'),
    ],
  ],
  [
    'Estoque Bandeirante',
    [inStock(3, 'Bandeirante', 'stock'), inStock(1, 'Bandeirante com defeito', 'failure')],
  ],
  ['Estoque Pampa', [inStock(2, 'Pampa', 'stock'), inStock(1, 'Pampa devolvido', 'withdrawn')]],
];
