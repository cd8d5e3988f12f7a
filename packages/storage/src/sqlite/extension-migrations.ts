/** Of the store of the extension; as frozen as MIGRATIONS. */
export const EXTENSION_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE private_values (
    owner_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE marks (name TEXT PRIMARY KEY, instant INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    action_time INTEGER NOT NULL,
    address TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    action_type TEXT NOT NULL,
    object_type TEXT NOT NULL,
    object_id INTEGER NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX actions_time ON actions (action_time, id);
  `,
  // The log is searched by user and object.
  `
  CREATE INDEX actions_user ON actions (user_id, action_time, id);
  CREATE INDEX actions_object ON actions (object_type, object_id, action_time, id);
  `,
  // Invoices are searched, sorted and added up; a page must not sum a million of them.
  `
  CREATE TABLE invoices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    issuer_id INTEGER NOT NULL,
    customer_id INTEGER NOT NULL,
    customer_name TEXT NOT NULL,
    customer_key TEXT NOT NULL,
    month TEXT,
    due_date TEXT NOT NULL,
    original_due_date TEXT NOT NULL,
    value INTEGER NOT NULL,
    status TEXT NOT NULL,
    paid_date TEXT NOT NULL DEFAULT '',
    paid_value INTEGER,
    count INTEGER NOT NULL,
    description TEXT NOT NULL,
    terms TEXT NOT NULL,
    reason TEXT,
    provider TEXT NOT NULL,
    charge_id TEXT,
    charge TEXT,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE UNIQUE INDEX invoices_month ON invoices (customer_id, month) WHERE month IS NOT NULL;
  CREATE INDEX invoices_due ON invoices (due_date, id, issuer_id, status, customer_id);
  CREATE INDEX invoices_value ON invoices (value, id, issuer_id, status, customer_id, due_date);
  CREATE INDEX invoices_name ON invoices (customer_key, id, issuer_id, status, customer_id, due_date);
  CREATE INDEX invoices_paid ON invoices (paid_date, id, issuer_id, status, customer_id, due_date);
  CREATE INDEX invoices_customer ON invoices (customer_id, due_date, id, issuer_id, status);
  CREATE UNIQUE INDEX invoices_charge ON invoices (provider, charge_id) WHERE charge_id IS NOT NULL;
  CREATE INDEX invoices_owed ON invoices (id)
    WHERE charge_id IS NULL AND provider <> 'manual' AND status IN ('PENDING', 'OVERDUE');

  CREATE TABLE invoice_customers (customer_id INTEGER PRIMARY KEY, customer_key TEXT NOT NULL) STRICT;
  CREATE TABLE invoice_lines (invoice_id INTEGER PRIMARY KEY, lines TEXT NOT NULL) STRICT;

  CREATE TABLE invoice_ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    invoice_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT NOT NULL,
    amount INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    provider TEXT,
    event_id TEXT,
    reason TEXT
  ) STRICT;
  CREATE INDEX invoice_ledger_invoice ON invoice_ledger (invoice_id, id);
  CREATE TRIGGER invoice_ledger_stays BEFORE UPDATE ON invoice_ledger
    BEGIN SELECT RAISE(ABORT, 'a line of the ledger stays as it is'); END;
  CREATE TRIGGER invoice_ledger_is_kept BEFORE DELETE ON invoice_ledger
    BEGIN SELECT RAISE(ABORT, 'a line of the ledger is kept'); END;

  CREATE TABLE invoice_sums (
    issuer_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    due_date TEXT NOT NULL,
    count INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (status, due_date, issuer_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE invoice_received (
    month TEXT NOT NULL,
    issuer_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (month, issuer_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER invoices_added AFTER INSERT ON invoices BEGIN
    INSERT INTO invoice_sums VALUES (new.issuer_id, new.status, new.due_date, 1, new.value)
      ON CONFLICT DO UPDATE SET count = count + 1, value = value + excluded.value;
  END;
  CREATE TRIGGER invoices_changed AFTER UPDATE OF status, due_date, paid_date, paid_value ON invoices BEGIN
    UPDATE invoice_sums SET count = count - 1, value = value - old.value
      WHERE issuer_id = old.issuer_id AND status = old.status AND due_date = old.due_date;
    INSERT INTO invoice_sums VALUES (new.issuer_id, new.status, new.due_date, 1, new.value)
      ON CONFLICT DO UPDATE SET count = count + 1, value = value + excluded.value;
    UPDATE invoice_received SET count = count - 1, value = value - old.paid_value
      WHERE old.paid_date <> '' AND issuer_id = old.issuer_id AND month = substr(old.paid_date, 1, 7);
    INSERT INTO invoice_received SELECT substr(new.paid_date, 1, 7), new.issuer_id, 1, new.paid_value
      WHERE new.paid_date <> '' ON CONFLICT DO UPDATE SET count = count + 1, value = value + excluded.value;
  END;

  CREATE TABLE provider_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    issuer_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (provider, event_id)
  ) STRICT;
  CREATE INDEX provider_events_open ON provider_events (at, event_id) WHERE is_open = 1;
  `,
  // Every process repeatedly queries customers past a due date.
  `
  CREATE INDEX invoices_overdue ON invoices (customer_id, due_date, value)
    WHERE status IN ('OVERDUE', 'DUNNING_REQUESTED');
  `,
  // Monthly customers, and the ownership of their vehicles over time.
  `
  CREATE TABLE billed_customers (
    customer_id INTEGER PRIMARY KEY,
    issuer_id INTEGER NOT NULL,
    next_month TEXT NOT NULL,
    looked_on TEXT NOT NULL,
    is_active INTEGER NOT NULL,
    forecast INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX billed_customers_issuer ON billed_customers (issuer_id, is_active, forecast);

  CREATE TABLE billed_devices (
    customer_id INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    from_day TEXT NOT NULL,
    until_day TEXT NOT NULL,
    monthly_value INTEGER NOT NULL,
    PRIMARY KEY (customer_id, device_id, from_day)
  ) STRICT, WITHOUT ROWID;
  `,
  // Of a million invoices a handful may be disputed.
  `
  CREATE INDEX invoices_status ON invoices (status, due_date, id, issuer_id, customer_id);
  `,
  // Readers of positions of vehicles, by the hour; `devices` of a part are a list or bits.
  `
  CREATE TABLE viewings (
    part INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    reader_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    by_token INTEGER NOT NULL,
    devices BLOB NOT NULL,
    PRIMARY KEY (part, hour, reader_id, kind, by_token)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX viewings_reader ON viewings (reader_id, hour);
  CREATE INDEX viewings_hour ON viewings (hour);

  CREATE TABLE viewing_readers (
    reader_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    is_guest INTEGER NOT NULL
  ) STRICT;
  `,
  // Messages of a provider are deleted some time after they were processed.
  `
  CREATE INDEX provider_events_ended ON provider_events (at) WHERE is_open = 0;
  `,
  // Numbers of messages are unique within the account of an issuer at the provider, not between two of them.
  `
  ALTER TABLE provider_events RENAME TO provider_events_before;
  DROP INDEX provider_events_open;
  DROP INDEX provider_events_ended;
  CREATE TABLE provider_events (
    provider TEXT NOT NULL,
    issuer_id INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (provider, issuer_id, event_id)
  ) STRICT;
  INSERT INTO provider_events (provider, issuer_id, event_id, body, at, is_open)
    SELECT provider, issuer_id, event_id, body, at, is_open FROM provider_events_before;
  DROP TABLE provider_events_before;
  CREATE INDEX provider_events_open ON provider_events (at, event_id) WHERE is_open = 1;
  CREATE INDEX provider_events_ended ON provider_events (at) WHERE is_open = 0;
  `,
  // A fine or discount by share is `percent`, as the specification has it.
  `
  UPDATE invoices SET terms = replace(terms, '"mode":"percentage"', '"mode":"percent"') WHERE terms LIKE '%"percentage"%';
  UPDATE documents SET body = replace(body, '"mode":"percentage"', '"mode":"percent"')
    WHERE kind = 'integration' AND body LIKE '%"mode":"percentage"%';
  `,
  // Lists of documents: each index has all that a filter asks for.
  `
  CREATE TABLE listings (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    owner_id INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX listings_owner_at ON listings (kind, owner_id, at, key, state, device_id, text);
  CREATE INDEX listings_owner_text ON listings (kind, owner_id, text, key, state, device_id, at);
  CREATE INDEX listings_at ON listings (kind, at, key, owner_id, state, device_id, text);
  CREATE INDEX listings_device ON listings (kind, device_id, at, key);
  `,
];
