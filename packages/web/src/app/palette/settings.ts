import {
  BellPlus,
  ClipboardCheck,
  DatabaseBackup,
  FilePlus,
  FileUp,
  Globe,
  HeartPulse,
  Image,
  KeyRound,
  Languages,
  LogIn,
  Mail,
  MailCheck,
  Map as MapIcon,
  PackagePlus,
  Paintbrush,
  ReceiptText,
  Save,
  ScanQrCode,
  ShieldCheck,
  Tag,
  UserPlus,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import type { ScreenHandle, ScreenRequirement } from '../screens/may-open.ts';

/** A part of a screen that users look for by what it does. Its words are `palette:find.<name>`. */
export interface SettingEntry {
  readonly path: `/${string}`;
  readonly icon: LucideIcon;
  readonly screen: ScreenHandle;
  /** Not for accounts that only look. */
  readonly writes?: true;
}
const at = (path: SettingEntry['path'], icon: LucideIcon, requirement: ScreenRequirement): SettingEntry => ({
  path,
  icon,
  screen: { requires: requirement },
});
const write = (...entry: Parameters<typeof at>): SettingEntry => ({ ...at(...entry), writes: true });

export const SETTINGS = {
  password: at('/account?tab=profile', KeyRound, 'nothing'),
  display: at('/account?tab=profile', Languages, 'nothing'),
  twoFactor: at('/account?tab=security', ShieldCheck, 'nothing'),
  sessions: at('/account?tab=keys', LogIn, 'nothing'),
  ownData: at('/account?tab=data', DatabaseBackup, 'nothing'),
  invite: write('/users/new', UserPlus, 'managers'),
  newRule: write('/notifications/new', BellPlus, 'notifications.create'),
  deliveries: at('/notifications/deliveries', MailCheck, 'notifications.view'),
  importDevices: write('/devices/import', FileUp, 'devices.create'),
  work: at('/maintenances/due', ClipboardCheck, 'maintenance.view'),
  saved: at('/reports/saved', Save, 'reports.view'),
  checkIns: at('/drivers/check-ins', ScanQrCode, 'drivers.view'),
  newInvoice: at('/billing', FilePlus, 'issuers'),
  payment: at('/integrations/payment', WalletCards, 'issuers'),
  mailServer: at('/integrations/smtp', Mail, 'issuers'),
  invoiceTerms: at('/integrations/invoice', ReceiptText, 'issuers'),
  unassigned: at('/stock?tab=unassigned', PackagePlus, 'sellers'),
  productName: at('/theme?tab=general', Tag, 'brands'),
  loginPage: at('/theme?tab=login', LogIn, 'brands'),
  logo: at('/theme?tab=logos', Image, 'brands'),
  colours: at('/theme?tab=colours', Paintbrush, 'brands'),
  domains: at('/theme?tab=domains', Globe, 'brands'),
  serverSettings: at('/server', MapIcon, 'administrator'),
  health: at('/server/health', HeartPulse, 'administrator'),
} as const satisfies Readonly<Record<string, SettingEntry>>;
export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS).filter((name): name is SettingName =>
  Object.hasOwn(SETTINGS, name),
);
