import { FIELD_LIMITS, matchLanguage, type Language } from '@rastro/fleet';
import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import type { OrderWrite } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../i18n/format.ts';
import { numberText, readNumber } from '../../i18n/number-text.ts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { readCoordinates } from '../../map/tools/read-coordinates.ts';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { CodeField } from './code-field.tsx';
import { GeofenceField } from './geofence-field.tsx';
import { ORDERS_KEY } from './use-orders.ts';

/** Values as they are typed. */
interface Values {
  readonly customer: string;
  readonly reference: string;
  readonly address: string;
  readonly coordinates: string;
  readonly geofenceId: number;
  readonly from: string;
  readonly to: string;
  readonly minutes: string;
  readonly load: string;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly note: string;
  readonly code: string;
}

interface OrderFormProps {
  /** Null = a new one. */
  readonly order: RoadOrder | null;
  readonly onDone: (order: RoadOrderDetail) => void;
  readonly onClose: () => void;
}

/** Everything that is written about an order. What was typed stays when it cannot be saved. */
export function OrderForm({ order, onDone, onClose }: OrderFormProps) {
  const { t, i18n } = useTranslation('orders');
  const { orders } = useServices().extension;
  const zone = useZone();
  const format = useFormat();
  const language = matchLanguage(i18n.language) ?? 'en';
  const fields = useFields({ language, zone });
  // A second attempt after an answer that was lost makes the order once.
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useSendForm<Values, RoadOrderDetail>({
    initial: valuesOf(order, { zone, language }, format),
    fields,
    write: (values, signal) => {
      const written = writtenOrder(values, { zone, language });
      return order === null
        ? orders.make({ ...written, requestId }, signal)
        : orders.change(order.id, { ...written, version: order.version }, signal);
    },
    touches: ORDERS_KEY,
    onDone,
  });
  return (
    <FormDialog
      form={form}
      title={order === null ? t('orders:form.new') : t('orders:form.edit')}
      submit={t('orders:form.save')}
      onClose={onClose}
    />
  );
}

interface Reader {
  readonly zone: string;
  readonly language: Language;
}

function valuesOf(order: RoadOrder | null, { zone, language }: Reader, format: Format): Values {
  const moment = (iso: string | null): string => (iso === null ? '' : localTime(Date.parse(iso), zone));
  const { latitude, longitude, address, geofenceId } = order?.place ?? {
    latitude: null,
    longitude: null,
    address: '',
    geofenceId: 0,
  };
  const { name = '', phone = '', email = '' } = order?.contact ?? {};
  return {
    customer: order?.customer ?? '',
    reference: order?.reference ?? '',
    address,
    coordinates: latitude === null || longitude === null ? '' : format.coordinates({ latitude, longitude }),
    geofenceId,
    from: moment(order?.from ?? null),
    to: moment(order?.to ?? null),
    minutes: String(order?.minutes ?? FIELD_LIMITS.order.usualMinutes),
    load: numberText(order?.load ?? 0, language, 3),
    contactName: name,
    contactPhone: phone,
    contactEmail: email,
    note: order?.note ?? '',
    code: order?.code ?? '',
  };
}

function writtenOrder(values: Values, { zone, language }: Reader): OrderWrite {
  const { customer, reference, address, geofenceId, note } = values;
  const moment = (text: string): string | null =>
    text === '' ? null : new Date(momentOf(text, zone)).toISOString();
  const { latitude = null, longitude = null } = readCoordinates(values.coordinates) ?? {};
  return {
    customer: customer.trim(),
    reference: reference.trim(),
    place: { address: address.trim(), latitude, longitude, geofenceId },
    from: moment(values.from),
    to: moment(values.to),
    minutes: Number(values.minutes),
    load: readNumber(values.load, language) ?? 0,
    contact: {
      name: values.contactName.trim(),
      phone: values.contactPhone.trim(),
      email: values.contactEmail.trim(),
    },
    note: note.trim(),
    code: values.code.trim(),
  };
}

type FieldsOf = (values: Values) => FieldTable<Values>;
function useFields(reader: Reader): FieldsOf {
  const first = usePlaceFields(reader);
  const second = useWorkFields(reader);
  return (values) => ({ ...first(values), ...second(values) });
}

function usePlaceFields({ zone }: Reader): FieldsOf {
  const { t } = useTranslation('orders');
  const limits = FIELD_LIMITS.order;
  return (values) => ({
    customer: {
      kind: 'text',
      label: t('orders:field.customer'),
      maxLength: limits.customer,
      required: t('orders:form.customerMissing'),
    },
    reference: {
      kind: 'text',
      label: t('orders:field.reference'),
      hint: t('orders:form.referenceHint'),
      maxLength: limits.reference,
    },
    address: {
      kind: 'text',
      label: t('orders:field.address'),
      maxLength: limits.address,
      problem: hasNoPlace(values) && t('orders:form.placeMissing'),
    },
    coordinates: {
      kind: 'text',
      label: t('orders:field.coordinates'),
      hint: t('orders:form.coordinatesHint'),
      problem:
        values.coordinates.trim() !== '' &&
        readCoordinates(values.coordinates) === null &&
        t('orders:form.coordinatesWrong'),
    },
    geofenceId: {
      kind: 'custom',
      label: t('orders:field.geofence'),
      render: (props) => <GeofenceField {...props} none={t('orders:form.noGeofence')} />,
    },
    from: {
      kind: 'moment',
      label: t('orders:field.from'),
      problem: isWrongMoment(values.from, zone) && t('orders:form.momentWrong'),
    },
    to: {
      kind: 'moment',
      label: t('orders:field.to'),
      problem:
        (isWrongMoment(values.to, zone) && t('orders:form.momentWrong')) ||
        (isBackwards(values, zone) && t('orders:form.windowWrong')),
    },
  });
}

function useWorkFields({ language }: Reader): FieldsOf {
  const { t } = useTranslation('orders');
  const limits = FIELD_LIMITS.order;
  return (values) => ({
    minutes: {
      kind: 'text',
      label: t('orders:field.minutes'),
      input: { inputMode: 'numeric' },
      problem:
        (!/^\d{1,4}$/.test(values.minutes) || Number(values.minutes) > limits.minutes) &&
        t('orders:form.minutesWrong'),
    },
    load: {
      kind: 'text',
      label: t('orders:field.load'),
      hint: t('orders:form.loadHint'),
      input: { inputMode: 'decimal' },
      problem: isWrongLoad(values.load, language) && t('orders:form.loadWrong'),
    },
    contactName: { kind: 'text', label: t('orders:field.contactName'), maxLength: limits.contact.name },
    contactPhone: {
      kind: 'text',
      label: t('orders:field.contactPhone'),
      maxLength: limits.contact.phone,
      input: { type: 'tel' },
    },
    contactEmail: {
      kind: 'text',
      label: t('orders:field.contactEmail'),
      maxLength: limits.contact.email,
      input: { type: 'email' },
    },
    code: {
      kind: 'custom',
      label: t('orders:field.code'),
      problem: isWrongCode(values.code) && t('orders:form.codeWrong', limits.code),
      render: (props) => <CodeField {...props} />,
    },
    note: { kind: 'longText', label: t('orders:field.note'), maxLength: limits.note },
  });
}

function isWrongCode(text: string): boolean {
  const { min, max } = FIELD_LIMITS.order.code;
  const code = text.trim();
  return code !== '' && !(/^\d+$/.test(code) && code.length >= min && code.length <= max);
}
const hasNoPlace = ({ address, coordinates, geofenceId }: Values): boolean =>
  address.trim() === '' && coordinates.trim() === '' && geofenceId === 0;
const isWrongMoment = (text: string, zone: string): boolean =>
  text !== '' && Number.isNaN(momentOf(text, zone));
const isBackwards = ({ from, to }: Values, zone: string): boolean =>
  from !== '' && to !== '' && momentOf(to, zone) <= momentOf(from, zone);
function isWrongLoad(text: string, language: Language): boolean {
  const load = text.trim() === '' ? 0 : readNumber(text, language);
  return load === null || load < 0 || load > FIELD_LIMITS.order.load;
}
