/**
 * Bounds of what users type, by the body that carries it. The schemas of the routes and the fields of the forms both take
 * them from here. A number alone is the maximum length of a text, in characters.
 */
export const FIELD_LIMITS = {
  calendar: { name: 128, data: 1_000_000 },
  coaching: { note: 2000, reason: { min: 3, max: 500 } },
  command: { description: 4000 },
  computed: { description: 4000, attribute: 128, expression: 4000 },
  workingHours: {
    zone: 60,
    reason: 300,
    note: 300,
    name: 120,
    /** Of one correction. */
    correctionMs: 14 * 86_400_000,
  },
  cost: {
    cents: 100_000_000_000,
    quantity: 1_000_000,
    odometerKm: 10_000_000,
    engineHours: 1_000_000,
    supplier: 120,
    document: 60,
    note: 1000,
    /** Name of the file of a receipt. */
    receipt: 120,
    /** Name of a budget. */
    budget: 60,
    /** Of one answer with sums. */
    months: 24,
    /** Of a fuel card. */
    provider: 60,
    heads: 2000,
    rowMark: 20,
    /** Of its file. */
    cell: 120,
    /** Words that name kinds of products. */
    products: 100,
  },
  device: { name: 128, uniqueId: 128, phone: 128 },
  domain: 253,
  driver: { name: 128, uniqueId: 128 },
  geofence: { name: 128, description: 128 },
  group: { name: 128 },
  inspection: {
    name: 120,
    categories: 40,
    items: 100,
    item: 200,
    unit: 20,
    /** Of an answer, and of a limit. */
    value: 1_000_000_000,
    text: 1000,
    note: 1000,
    odometerKm: 10_000_000,
    /** Of one answer, and of one inspection. */
    answerPictures: 4,
    pictures: 24,
    confirmations: 50,
    signature: 120,
    /** Of a repair, in cents. */
    cost: 1_000_000_000,
  },
  invoice: { description: 500, reason: { min: 3, max: 300 } },
  invoiceIntegration: { companyName: 120, taxId: 20, address: 300, pixKey: 77, pixCity: 60 },
  mail: { host: 253, user: 200, from: 200, port: { min: 1, max: 65_535 } },
  maintenance: { name: 128 },
  notification: { description: 4000 },
  order: {
    reference: 60,
    customer: 120,
    address: 300,
    latitude: 90,
    longitude: 180,
    /** Of work at the place. */
    minutes: 1440,
    usualMinutes: 10,
    load: 1_000_000,
    contact: { name: 120, phone: 40, email: 120 },
    note: 1000,
    /** Digits of the code that the customer says. */
    code: { min: 4, max: 8 },
  },
  qrAccess: { username: { min: 4, max: 128 }, password: { min: 8, max: 1024 } },
  qrCodes: { devices: 1000 },
  report: { description: 128 },
  /** Of a day of one vehicle. */
  roadRoute: { stops: 200, note: 1000, capacity: 1_000_000 },
  /** Of a search for the routes of a day. */
  dayPlan: { orders: 500, vehicles: 50 },
  secret: 500,
  server: { announcement: 4000 },
  service: { notes: 2000 },
  share: { label: 128, devices: 100 },
  stock: { note: 500 },
  /** Of an issuer. Amounts in cents, shares in hundredths of a per cent. */
  terms: { cents: 100_000_000, share: 10_000, discountDays: 365 },
  theme: {
    title: 60,
    whatsapp: 200,
    androidApp: 500,
    appleApp: 500,
    dataPolicy: 500,
    loginTitle: 80,
    loginText: 500,
    color: 7,
  },
  token: { name: 128 },
  user: {
    name: { min: 3, max: 128 },
    email: { min: 4, max: 128 },
    phone: 128,
    password: { min: 4, max: 1024 },
  },
  /** A vehicle that takes over a tracker. */
  vehicle: { name: 128, plate: 32 },
} as const;
