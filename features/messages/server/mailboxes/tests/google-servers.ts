import { once } from 'node:events'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls'
import type { Network } from '#platform/server/network/network.ts'
import type { MailServer } from '#sandbox/mail/mail-server.ts'

/** For Google's names, from 2020 to 2120. Only these tests trust it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwXsFzok63E/ULh5B
IMVhNTzqd2ZHR5ym3T3VfhWIvGyhRANCAARztWIvsMHWAWn0YrjdMvHMMvEobUCL
fYXejEZ6YW77yxqm/W3mlFSGvYg5kyIRso9733PqCzc2UYVRT22bjkNm
-----END PRIVATE KEY-----
`
const cert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASagAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5pbWFwLmdt
YWlsLmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOaW1hcC5nbWFpbC5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARz
tWIvsMHWAWn0YrjdMvHMMvEobUCLfYXejEZ6YW77yxqm/W3mlFSGvYg5kyIRso97
33PqCzc2UYVRT22bjkNmo10wWzApBgNVHREEIjAggg5pbWFwLmdtYWlsLmNvbYIO
c210cC5nbWFpbC5jb20wDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUqL9tUpFS
kyBu7uV6pdA9JWZZ/1EwCgYIKoZIzj0EAwIDRwAwRAIgM5CVcBqe/7osrJ+khEIS
iSxfgYXiWqGoYrNCT2c7RMgCIAq9BB9qVr+eSUiTPG0wlowEF48P5CkgU0KjWQkM
OJla
-----END CERTIFICATE-----
`

/** Google's mail servers, by TLS and under their own names, in front of the sandbox's. */
export interface TestMailProvider {
  network: Pick<Network, 'resolve' | 'dial'>
  close(): Promise<void>
}

export async function openTestMailProvider(mail: MailServer): Promise<TestMailProvider> {
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const sockets = new Set<Socket>()
  const open = async (url: string): Promise<Server> => {
    const server = createServer({ key, cert }, (socket) => {
      const plain = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) })
      for (const each of [socket, plain]) {
        sockets.add(each)
        each.on('error', () => each.destroy())
        each.on('close', () => {
          sockets.delete(each)
          socket.destroy()
          plain.destroy()
        })
      }
      socket.pipe(plain).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const imap = await open(mail.imap.url)
  const smtp = await open(mail.url)
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  return {
    network: {
      resolve: async () => ['142.250.1.108'],
      dial: (_address, port) => createConnection({ host: '127.0.0.1', port: portOf(port === 993 ? imap : smtp) }),
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      for (const server of [imap, smtp]) await new Promise((done) => server.close(done))
    },
  }
}
