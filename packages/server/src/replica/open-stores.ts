import {
  holdFolder,
  openStorage,
  type CommandStorage,
  type HeldFolder,
  type ServiceStorage,
  type Storage,
} from '@rastro/storage';

interface Folders {
  /** Of what can be read again. */
  readonly cache: string;
  /** Of what cannot. */
  readonly records: string;
}

/**
 * Storage of a replica: copied history lies in a cache; the service log and the life of commands, which the tracking
 * server does not have, do not. @throws StorageError
 */
export async function openStores({ cache, records }: Folders): Promise<Storage> {
  const opened: { readonly storage: Storage; readonly held: HeldFolder }[] = [];
  const open = async (folder: string, isCache: boolean): Promise<Storage> => {
    const held = holdFolder(folder);
    try {
      const storage = await openStorage({ folder, isCache });
      opened.push({ storage, held });
      return storage;
    } catch (error) {
      held.release();
      throw error;
    }
  };
  const close = async (): Promise<void> => {
    for (const { storage, held } of opened) {
      await storage.close();
      held.release();
    }
  };
  try {
    const copied = await open(cache, true);
    const own = await open(records, false);
    return { ...copied, ...serviceLog(own), ...commandLog(own), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const serviceLog = (own: Storage): Omit<ServiceStorage, 'useOfDevices'> => ({
  addService: (service) => own.addService(service),
  removeService: (id) => own.removeService(id),
  serviceById: (id) => own.serviceById(id),
  services: (query) => own.services(query),
  lastServices: (deviceIds) => own.lastServices(deviceIds),
});

const commandLog = (own: Storage): CommandStorage => ({
  insertCommands: (commands) => own.insertCommands(commands),
  updateCommand: (command) => own.updateCommand(command),
  commandById: (id) => own.commandById(id),
  commands: (query) => own.commands(query),
  openCommands: (sentSince) => own.openCommands(sentSince),
  removeCommandsBefore: (instant) => own.removeCommandsBefore(instant),
});
