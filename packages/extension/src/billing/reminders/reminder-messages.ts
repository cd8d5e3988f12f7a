import type { Language } from '@rastro/fleet';

/** Fields of a message about an invoice; amounts and days are already texts. */
export interface ReminderFields {
  readonly name: string;
  /** Payee; '' = the installation has not named one. */
  readonly company: string;
  readonly id: number;
  readonly day: string;
  /** Amount due today. */
  readonly total: string;
  readonly pix: string | null;
  readonly page: string | null;
  /** The day on which the account is suspended; null = it will not be. */
  readonly suspendedOn: string | null;
}
/** Not due yet, due today, past. */
export type ReminderMood = 'before' | 'today' | 'after';

type Sentence = (fields: ReminderFields) => string;
interface ReminderMessages {
  readonly subject: Readonly<Record<ReminderMood, Sentence>>;
  readonly hello: Sentence;
  readonly state: Readonly<Record<ReminderMood, Sentence>>;
  readonly pix: string;
  readonly page: string;
  readonly suspension: Sentence;
  readonly paid: string;
  readonly issuer: string;
  readonly invoice: string;
  readonly due: string;
  readonly amount: string;
  readonly pay: string;
  readonly seeInvoices: string;
  readonly reason: string;
}

export const REMINDER_MESSAGES: Readonly<Record<Language, ReminderMessages>> = {
  'pt-BR': {
    subject: {
      before: ({ day }) => `Sua fatura vence em ${day}`,
      today: () => 'Sua fatura vence hoje',
      after: ({ day }) => `Fatura vencida em ${day}`,
    },
    hello: ({ name }) => `Olá, ${name}.`,
    state: {
      before: ({ id, day, total }) => `A fatura nº ${id}, de ${total}, vence em ${day}.`,
      today: ({ id, total }) => `A fatura nº ${id}, de ${total}, vence hoje.`,
      after: ({ id, day, total }) => `A fatura nº ${id} venceu em ${day}. Valor hoje: ${total}.`,
    },
    pix: 'Pix copia e cola:',
    page: 'Fatura e boleto:',
    suspension: ({ suspendedOn }) => `Sem o pagamento, a conta será suspensa em ${suspendedOn}.`,
    paid: 'Se você já pagou, desconsidere esta mensagem.',
    issuer: 'Cobrado por',
    invoice: 'Fatura nº',
    due: 'Vencimento',
    amount: 'Valor hoje',
    pay: 'Ver fatura e pagar',
    seeInvoices: 'Ver minhas faturas',
    reason: 'Você recebeu este e-mail porque há uma fatura em aberto na sua conta.',
  },
  es: {
    subject: {
      before: ({ day }) => `Su factura vence el ${day}`,
      today: () => 'Su factura vence hoy',
      after: ({ day }) => `Factura vencida el ${day}`,
    },
    hello: ({ name }) => `Hola, ${name}.`,
    state: {
      before: ({ id, day, total }) => `La factura n.º ${id}, de ${total}, vence el ${day}.`,
      today: ({ id, total }) => `La factura n.º ${id}, de ${total}, vence hoy.`,
      after: ({ id, day, total }) => `La factura n.º ${id} venció el ${day}. Importe hoy: ${total}.`,
    },
    pix: 'Pix para copiar y pegar:',
    page: 'Factura y boleto:',
    suspension: ({ suspendedOn }) => `Sin el pago, la cuenta se suspenderá el ${suspendedOn}.`,
    paid: 'Si ya pagó, ignore este mensaje.',
    issuer: 'Cobrado por',
    invoice: 'Factura n.º',
    due: 'Vencimiento',
    amount: 'Importe hoy',
    pay: 'Ver la factura y pagar',
    seeInvoices: 'Ver mis facturas',
    reason: 'Recibió este correo porque su cuenta tiene una factura abierta.',
  },
  en: {
    subject: {
      before: ({ day }) => `Your invoice is due on ${day}`,
      today: () => 'Your invoice is due today',
      after: ({ day }) => `Invoice overdue since ${day}`,
    },
    hello: ({ name }) => `Hello ${name},`,
    state: {
      before: ({ id, day, total }) => `Invoice no. ${id} for ${total} is due on ${day}.`,
      today: ({ id, total }) => `Invoice no. ${id} for ${total} is due today.`,
      after: ({ id, day, total }) => `Invoice no. ${id} was due on ${day}. Amount due today: ${total}.`,
    },
    pix: 'Pix code to copy:',
    page: 'Invoice and bank slip:',
    suspension: ({ suspendedOn }) => `Without payment, the account will be suspended on ${suspendedOn}.`,
    paid: 'If you have already paid, ignore this message.',
    issuer: 'Billed by',
    invoice: 'Invoice no.',
    due: 'Due',
    amount: 'Amount today',
    pay: 'View and pay invoice',
    seeInvoices: 'View my invoices',
    reason: 'You received this e-mail because your account has an open invoice.',
  },
};
