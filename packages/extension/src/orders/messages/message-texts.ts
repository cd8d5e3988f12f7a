import type { Language } from '@rastro/fleet';
import type { CustomerMoment } from '@rastro/fleet/orders';

/** Fields of a message to a customer; days and times are already texts. */
export interface MessageFields {
  readonly company: string;
  /** `Wednesday, December 2`. */
  readonly day: string;
  /** `14:10 – 14:40`; '' = nothing is known. */
  readonly span: string;
  /** When it ended. */
  readonly ended: string;
}
type Sentence = (fields: MessageFields) => string;
interface MessageTexts {
  readonly subject: Readonly<Record<CustomerMoment, Sentence>>;
  readonly sentence: Readonly<Record<CustomerMoment, Sentence>>;
  /** Beside `planned` while there is a link. */
  readonly follow: string;
  readonly button: string;
  readonly reference: string;
  readonly place: string;
  readonly driver: string;
  readonly code: string;
  readonly codeNote: string;
  readonly reason: Sentence;
}

/** Between given parts of a sentence: nothing where nothing is known. */
const about = (word: string, span: string): string => (span === '' ? '' : ` ${word} ${span}`);

export const MESSAGE_TEXTS: Readonly<Record<Language, MessageTexts>> = {
  'pt-BR': {
    subject: {
      planned: ({ company, day }) => `${company}: seu atendimento em ${day}`,
      onTheWay: ({ company }) => `${company}: estamos a caminho`,
      done: ({ company }) => `${company}: atendimento concluído`,
      failed: ({ company }) => `${company}: atendimento não realizado`,
    },
    sentence: {
      planned: ({ day, span }) => `Seu atendimento está previsto para ${day}${about('entre', span)}.`,
      onTheWay: ({ span }) => `Estamos a caminho${span === '' ? '' : `: chegada prevista entre ${span}`}.`,
      done: ({ ended }) => `Seu atendimento foi concluído às ${ended}.`,
      failed: ({ ended }) =>
        `Não foi possível realizar seu atendimento (${ended}). Fale conosco para remarcar.`,
    },
    follow: 'No link, a previsão está sempre atualizada.',
    button: 'Acompanhar a chegada',
    reference: 'Referência',
    place: 'Endereço',
    driver: 'Motorista',
    code: 'Código',
    codeNote: 'Informe o código ao motorista no final do atendimento.',
    reason: ({ company }) => `Você recebeu este e-mail porque ${company} tem um atendimento para você.`,
  },
  es: {
    subject: {
      planned: ({ company, day }) => `${company}: su pedido, ${day}`,
      onTheWay: ({ company }) => `${company}: vamos en camino`,
      done: ({ company }) => `${company}: pedido completado`,
      failed: ({ company }) => `${company}: pedido no realizado`,
    },
    sentence: {
      planned: ({ day, span }) => `Su pedido está previsto para el ${day}${about('entre', span)}.`,
      onTheWay: ({ span }) => `Vamos en camino${span === '' ? '' : `: llegada prevista entre ${span}`}.`,
      done: ({ ended }) => `Su pedido se completó a las ${ended}.`,
      failed: ({ ended }) =>
        `No pudimos completar su pedido (${ended}). Contáctenos para acordar otra fecha.`,
    },
    follow: 'En el enlace, la hora prevista está siempre al día.',
    button: 'Seguir la llegada',
    reference: 'Referencia',
    place: 'Dirección',
    driver: 'Conductor',
    code: 'Código',
    codeNote: 'Diga el código al conductor cuando termine.',
    reason: ({ company }) => `Recibió este correo porque ${company} tiene un pedido para usted.`,
  },
  en: {
    subject: {
      planned: ({ company, day }) => `${company}: your order on ${day}`,
      onTheWay: ({ company }) => `${company}: we are on our way`,
      done: ({ company }) => `${company}: your order is done`,
      failed: ({ company }) => `${company}: your order could not be done`,
    },
    sentence: {
      planned: ({ day, span }) => `Your order is planned for ${day}${about('between', span)}.`,
      onTheWay: ({ span }) =>
        `We are on our way${span === '' ? '' : ` and expect to arrive between ${span}`}.`,
      done: ({ ended }) => `Your order was done at ${ended}.`,
      failed: ({ ended }) => `Your order could not be done (${ended}). Contact us to arrange another time.`,
    },
    follow: 'The link always shows the latest estimate.',
    button: 'Follow the arrival',
    reference: 'Reference',
    place: 'Address',
    driver: 'Driver',
    code: 'Code',
    codeNote: 'Tell the driver the code when the work is done.',
    reason: ({ company }) => `You received this e-mail because ${company} has an order for you.`,
  },
};
