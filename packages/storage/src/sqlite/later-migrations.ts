/** What came after `MIGRATIONS`, by the same rules; the first here is the one after the last there. */
export const LATER_MIGRATIONS: readonly string[] = [
  // The service books of vehicles: they go with the vehicle, and stay when a maintenance goes.
  `
  CREATE TABLE services (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    device_id INTEGER NOT NULL,
    maintenance_id INTEGER NOT NULL,
    maintenance_name TEXT,
    time INTEGER NOT NULL,
    odometer_m REAL,
    hours_ms REAL,
    cost INTEGER,
    notes TEXT,
    user_id INTEGER NOT NULL,
    user_name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX services_of_devices ON services (device_id, maintenance_id, time);
  CREATE TRIGGER services_of_gone_devices AFTER DELETE ON device_documents BEGIN
    DELETE FROM services WHERE device_id = OLD.id;
  END;
  `,
];
