import pg from 'pg';

/** Methods of a connection that the driver has for those who copy. */
interface CopyingConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
const isCopying = (connection: pg.Connection): connection is pg.Connection & CopyingConnection =>
  'sendCopyFromChunk' in connection && 'endCopyFrom' in connection;

/**
 * A COPY … FROM STDIN whose data goes out together with the statement. The server ignores the data of one that it
 * rejects, so that nothing has to wait for its answer, and what follows can be sent at once.
 */
export class CopyIn extends pg.Query {
  constructor(sql: string, data: Buffer, done: (error: Error | null | undefined) => void) {
    super(sql, done);
    this.submit = (connection) => {
      if (!isCopying(connection)) throw new TypeError('the driver does not copy');
      connection.query(sql);
      connection.sendCopyFromChunk(data);
      connection.endCopyFrom();
    };
  }

  /** The data is on its way already. */
  handleCopyInResponse(): void {}
}
