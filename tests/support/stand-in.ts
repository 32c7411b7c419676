import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StandIn } from '#sandbox/behaviour.ts'

/** Runs a third party of the sandbox on a free port, for tests that control its behavior. */
export async function openStandIn(standIn: StandIn): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    standIn.handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
