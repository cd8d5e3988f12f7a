import { SHARED_TABLES } from './shared-tables.ts';

/** Of the store of the extension. Forward only; never edit a landed entry, add one. Each runs in a transaction. */
export const EXTENSION_MIGRATIONS: readonly string[] = [
  `
  ${SHARED_TABLES}

  CREATE TABLE documents (
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (kind, key)
  );

  CREATE TABLE access_log (
    part bigint NOT NULL,
    hour bigint NOT NULL,
    reader_id bigint NOT NULL,
    kind smallint NOT NULL,
    by_token boolean NOT NULL,
    devices bytea NOT NULL,
    PRIMARY KEY (part, hour, reader_id, kind, by_token)
  );
  CREATE INDEX access_log_reader ON access_log (reader_id, hour);
  CREATE INDEX access_log_hour ON access_log (hour);
  CREATE TABLE access_log_readers (
    reader_id bigint PRIMARY KEY,
    name text NOT NULL,
    is_guest boolean NOT NULL
  );

  CREATE FUNCTION holds(devices bytea, device integer) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE WHEN length(devices) = 128 THEN get_bit(devices, device) = 1
      ELSE EXISTS (SELECT 1 FROM generate_series(0, length(devices) - 2, 2) AS place
        WHERE get_byte(devices, place) = device % 256 AND get_byte(devices, place + 1) = device / 256) END
  $$;
  `,
  // Invoices are searched, sorted and added up; a page must not sum a million of them.
  `
  CREATE TABLE invoices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    issuer_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    customer_name text NOT NULL,
    customer_key text COLLATE "C" NOT NULL,
    month text COLLATE "C",
    due_date text COLLATE "C" NOT NULL,
    original_due_date text COLLATE "C" NOT NULL,
    value bigint NOT NULL,
    status text COLLATE "C" NOT NULL,
    paid_date text COLLATE "C" NOT NULL DEFAULT '',
    paid_value bigint,
    count bigint NOT NULL,
    description text NOT NULL,
    terms text NOT NULL,
    reason text,
    provider text COLLATE "C" NOT NULL,
    charge_id text COLLATE "C",
    charge text,
    created_at bigint NOT NULL,
    version bigint NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX invoices_month ON invoices (customer_id, month) WHERE month IS NOT NULL;
  CREATE INDEX invoices_due ON invoices (due_date, id);
  CREATE INDEX invoices_value ON invoices (value, id);
  CREATE INDEX invoices_name ON invoices (customer_key, id);
  CREATE INDEX invoices_paid ON invoices (paid_date, id);
  CREATE INDEX invoices_customer ON invoices (customer_id, due_date, id);
  CREATE INDEX invoices_status ON invoices (status, due_date, id);
  CREATE INDEX invoices_issuer ON invoices (issuer_id, due_date, id);
  CREATE UNIQUE INDEX invoices_charge ON invoices (provider, charge_id) WHERE charge_id IS NOT NULL;
  CREATE INDEX invoices_uncharged ON invoices (id)
    WHERE charge_id IS NULL AND provider <> 'manual' AND status IN ('PENDING', 'OVERDUE');
  CREATE INDEX invoices_overdue ON invoices (customer_id, due_date, value)
    WHERE status IN ('OVERDUE', 'DUNNING_REQUESTED');

  CREATE TABLE invoice_customers (customer_id bigint PRIMARY KEY, customer_key text COLLATE "C" NOT NULL);
  CREATE TABLE invoice_lines (invoice_id bigint PRIMARY KEY, lines text NOT NULL);

  CREATE TABLE invoice_ledger (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    invoice_id bigint NOT NULL,
    at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    from_status text COLLATE "C",
    to_status text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    user_id bigint NOT NULL,
    provider text COLLATE "C",
    event_id text COLLATE "C",
    reason text
  );
  CREATE INDEX invoice_ledger_invoice ON invoice_ledger (invoice_id, id);
  CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a line of the ledger stays as it is'; END $$;
  CREATE TRIGGER invoice_ledger_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

  CREATE TABLE invoice_sums (
    issuer_id bigint NOT NULL,
    status text COLLATE "C" NOT NULL,
    due_date text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    value bigint NOT NULL,
    PRIMARY KEY (status, due_date, issuer_id)
  );
  CREATE TABLE invoice_received (
    month text COLLATE "C" NOT NULL,
    issuer_id bigint NOT NULL,
    count bigint NOT NULL,
    value bigint NOT NULL,
    PRIMARY KEY (month, issuer_id)
  );
  CREATE FUNCTION sum_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        UPDATE invoice_sums SET count = count - 1, value = value - old.value
          WHERE issuer_id = old.issuer_id AND status = old.status AND due_date = old.due_date;
        IF old.paid_date <> '' THEN
          UPDATE invoice_received SET count = count - 1, value = value - old.paid_value
            WHERE issuer_id = old.issuer_id AND month = substr(old.paid_date, 1, 7);
        END IF;
      END IF;
      INSERT INTO invoice_sums AS known VALUES (new.issuer_id, new.status, new.due_date, 1, new.value)
        ON CONFLICT (status, due_date, issuer_id)
        DO UPDATE SET count = known.count + 1, value = known.value + excluded.value;
      IF new.paid_date <> '' THEN
        INSERT INTO invoice_received AS known VALUES (substr(new.paid_date, 1, 7), new.issuer_id, 1, new.paid_value)
          ON CONFLICT (month, issuer_id)
          DO UPDATE SET count = known.count + 1, value = known.value + excluded.value;
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER invoices_summed AFTER INSERT OR UPDATE OF status, due_date, paid_date, paid_value ON invoices
    FOR EACH ROW EXECUTE FUNCTION sum_invoices();

  CREATE TABLE provider_events (
    provider text COLLATE "C" NOT NULL,
    issuer_id bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL,
    is_open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (provider, issuer_id, event_id)
  );
  CREATE INDEX provider_events_open ON provider_events (at, event_id) WHERE is_open;
  CREATE INDEX provider_events_ended ON provider_events (at) WHERE NOT is_open;

  CREATE TABLE billed_customers (
    customer_id bigint PRIMARY KEY,
    issuer_id bigint NOT NULL,
    next_month text COLLATE "C" NOT NULL,
    looked_on text COLLATE "C" NOT NULL,
    is_active boolean NOT NULL,
    forecast bigint NOT NULL
  );
  CREATE INDEX billed_customers_issuer ON billed_customers (issuer_id) WHERE is_active;
  CREATE TABLE billed_devices (
    customer_id bigint NOT NULL,
    device_id bigint NOT NULL,
    from_day text COLLATE "C" NOT NULL,
    until_day text COLLATE "C" NOT NULL,
    monthly_value bigint NOT NULL,
    PRIMARY KEY (customer_id, device_id, from_day)
  );
  `,
  // Lists of documents: each index has all that a filter asks for.
  `
  CREATE TABLE listings (
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    owner_id bigint NOT NULL,
    device_id bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    amount bigint NOT NULL,
    text text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, key)
  );
  CREATE INDEX listings_owner_at ON listings (kind, owner_id, at, key, state, device_id, text);
  CREATE INDEX listings_owner_text ON listings (kind, owner_id, text, key, state, device_id, at);
  CREATE INDEX listings_at ON listings (kind, at, key, owner_id, state, device_id, text);
  CREATE INDEX listings_device ON listings (kind, device_id, at, key);
  `,
];
