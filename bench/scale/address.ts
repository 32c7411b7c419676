import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address on loopback that leads to a database, as a virtual address or HAProxy would. */
export interface Address {
  port: number
  /** Leads to another port from now on, and breaks all connections. */
  moveTo(port: number): void
  close(): Promise<void>
}

export async function openAddress(target: number): Promise<Address> {
  let current = target
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(current, '127.0.0.1')
    const ends = [client, database] as const
    for (const end of ends) {
      open.add(end)
      // Each side ends with the other.
      end.on('error', () => {})
      end.on('close', () => {
        open.delete(end)
        for (const other of ends) other.destroy()
      })
    }
    client.pipe(database).pipe(client)
  })
  const breakAll = () => {
    for (const end of open) end.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (port) => {
      current = port
      breakAll()
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
  }
}
