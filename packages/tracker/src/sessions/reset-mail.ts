import type { LinkMailTable } from './link-mail.ts';

/** The message with the link for a new password. */
export const RESET_TEXTS: LinkMailTable = {
  'pt-BR': {
    subject: 'Nova senha',
    greeting: (name) => `Olá, ${name}.`,
    nameless: 'Olá.',
    body: 'Recebemos um pedido de nova senha para a sua conta. O link funciona uma única vez.',
    until: 'Válido até',
    button: 'Escolher nova senha',
    footer: 'Se não foi você, ignore esta mensagem: a senha atual continua valendo.',
    reason: 'Você recebeu este e-mail porque alguém pediu uma nova senha para a sua conta.',
  },
  es: {
    subject: 'Nueva contraseña',
    greeting: (name) => `Hola, ${name}:`,
    nameless: 'Hola:',
    body: 'Recibimos una solicitud de nueva contraseña para su cuenta. El enlace funciona una sola vez.',
    until: 'Válido hasta',
    button: 'Elegir nueva contraseña',
    footer: 'Si no fue usted, ignore este mensaje: la contraseña actual sigue siendo válida.',
    reason: 'Recibió este correo porque alguien pidió una nueva contraseña para su cuenta.',
  },
  en: {
    subject: 'New password',
    greeting: (name) => `Hello ${name},`,
    nameless: 'Hello,',
    body: 'We received a request for a new password for your account. The link works once.',
    until: 'Valid until',
    button: 'Choose a new password',
    footer: 'If this was not you, ignore this message: your current password still works.',
    reason: 'You received this e-mail because someone requested a new password for your account.',
  },
};
