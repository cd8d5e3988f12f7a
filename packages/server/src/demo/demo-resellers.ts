import { EMPTY_THEME, type BrandTheme } from '@rastro/fleet';

export interface DemoCustomer {
  readonly key: string;
  /** Of the account and of its group of vehicles. */
  readonly name: string;
  /** User who sees the vehicles there. */
  readonly user: string;
}
export interface DemoReseller {
  readonly key: string;
  readonly user: string;
  /** Leads to this machine in every browser. @source RFC 6761, section 6.3 */
  readonly domain: string;
  readonly theme: BrandTheme;
  /** Group of the trackers on its shelf. */
  readonly stock: string;
  readonly customers: readonly DemoCustomer[];
}

const customer = (key: string, name: string, user: string): DemoCustomer => ({ key, name, user });

export const DEMO_RESELLERS: readonly DemoReseller[] = [
  {
    key: 'bandeirante',
    user: 'Bianca Bandeira',
    domain: 'bandeirante.localhost',
    theme: {
      ...EMPTY_THEME,
      title: 'Bandeirante Rastreamento',
      color: '#a8410b',
      loginTitle: 'Sua frota, do nosso jeito',
      loginText: 'Instalação e suporte em toda a Grande São Paulo, de segunda a sábado.',
      whatsapp: '+55 11 5550-0142',
    },
    stock: 'Estoque Bandeirante',
    customers: [
      customer('padaria', 'Padaria Pão Dourado', 'Paula Moraes'),
      customer('clinica', 'Clínica Vida Nova', 'Cíntia Prado'),
      customer('floricultura', 'Floricultura Jasmim', 'Fábio Tanaka'),
      customer('clima', 'Ar & Clima Refrigeração', 'Clóvis Teles'),
      customer('autoescola', 'Autoescola Rumo Certo', 'Aline Rezende'),
    ],
  },
  {
    key: 'pampa',
    user: 'Pedro Pampolha',
    domain: 'pampa.localhost',
    theme: {
      ...EMPTY_THEME,
      title: 'Pampa Frotas',
      color: '#1b6e3c',
      loginTitle: 'O Sul rastreado',
      loginText: 'Atendimento em Porto Alegre e região metropolitana.',
      whatsapp: '+55 51 5550-0177',
    },
    stock: 'Estoque Pampa',
    customers: [
      customer('gas', 'Gás do Porto', 'Gilmar Dutra'),
      customer('farmacia', 'Farmácia Bem-Estar', 'Franciele Weber'),
      customer('construtora', 'Construtora Guaíba', 'Caio Bittencourt'),
      customer('colegio', 'Colégio Horizonte', 'Helena Schmitt'),
      customer('lavanderia', 'Lavanderia Espuma', 'Laura Konrad'),
    ],
  },
];
