import { once } from 'node:events'
import { MailServer } from './mail/mail-server.ts'
import { Mailbox } from './mail/mailbox.ts'
import { addressesOf, sandboxServer } from './server.ts'

/**
 * Runs the sandbox: `node sandbox/start.ts PORT FOLDER MAILPORT WEBHOOKURL IMAPPORT DAYS`. It listens on loopback until
 * its parent stops it or exits. Port 0 takes a free one; without a folder, client activity is lost at the end. Paddle's
 * webhooks wait until they have a URL. DAYS is how far posts go back. All addresses are sent to the parent.
 */
const [port = '0', folder = null, mailPort = '0', webhookUrl, imapPort = '0', days] = process.argv.slice(2)
const mail = await MailServer.open(new Mailbox(folder, Date.now), Number(mailPort), {
  imapPort: Number(imapPort),
})
const server = sandboxServer({ folder, mail, webhookUrl: webhookUrl || undefined, ...(days && { days: Number(days) }) })
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
// If the parent is already gone, nothing else would stop this process.
process.send?.(addressesOf(server, mail), (error: Error | null) => error && process.exit(0))

for (const ending of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(ending, () => process.exit(0))
// Ctrl-C reaches the whole group at once; a child waits for its supervisor's signal.
process.on('SIGINT', () => (process.connected ? undefined : process.exit(0)))
