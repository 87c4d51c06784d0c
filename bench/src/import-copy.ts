import type pg from 'pg'

/** The COPY interface of the driver, which its types do not declare. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Sends the bytes to PostgreSQL unchanged and waits until they are stored. */
export function copyIn(client: pg.PoolClient, statement: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(bytes)
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    })
  })
}
