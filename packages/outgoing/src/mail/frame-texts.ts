import type { Language } from '@rastro/fleet';

interface FrameTexts {
  readonly open: (product: string) => string;
  readonly address: string;
  readonly zone: (zone: string) => string;
  readonly contact: string;
  readonly sentBy: (product: string) => string;
}

/** Texts of the frame that every mail has. */
export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  'pt-BR': {
    open: (product) => `Abrir ${product}`,
    address: 'Se o botão não funcionar, copie este endereço no navegador:',
    zone: (zone) => `Horários em ${zone}`,
    contact: 'Contato',
    sentBy: (product) => `Enviado por ${product}`,
  },
  es: {
    open: (product) => `Abrir ${product}`,
    address: 'Si el botón no funciona, copie esta dirección en el navegador:',
    zone: (zone) => `Horarios en ${zone}`,
    contact: 'Contacto',
    sentBy: (product) => `Enviado por ${product}`,
  },
  en: {
    open: (product) => `Open ${product}`,
    address: 'If the button does not work, copy this address into your browser:',
    zone: (zone) => `Times in ${zone}`,
    contact: 'Contact',
    sentBy: (product) => `Sent by ${product}`,
  },
};
