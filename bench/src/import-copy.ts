import type pg from 'pg'

/** What the driver has and its types do not tell: the way of a COPY. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Hands the bytes to PostgreSQL as they are, and waits until they are stored. */
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
