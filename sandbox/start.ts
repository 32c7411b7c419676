import { once } from 'node:events'
import { MailServer } from './mail/mail-server.ts'
import { Mailbox } from './mail/mailbox.ts'
import { addressesOf, sandboxServer } from './server.ts'

/**
 * Runs `node sandbox/start.ts PORT FOLDER MAILPORT`: the outside world in miniature, on loopback until whoever started it
 * ends it or goes away. Port 0 takes a free one; without a folder, what clients do is forgotten at the end. Where
 * everything listens is sent to the parent.
 */
const [port = '0', folder = null, mailPort = '0'] = process.argv.slice(2)
const mail = await MailServer.open(new Mailbox(folder, Date.now), Number(mailPort))
const server = sandboxServer({ folder, mail })
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
// Whoever started it may be gone by now; nobody else would end it.
process.send?.(addressesOf(server, mail), (error: Error | null) => error && process.exit(0))

for (const ending of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(ending, () => process.exit(0))
// Ctrl-C reaches the whole group at once; a child waits for its supervisor to say so.
process.on('SIGINT', () => (process.connected ? undefined : process.exit(0)))
