import type { ImapFlow, ImapFlowError } from 'imapflow'
import type { MailboxTrouble } from '#engine/mail/holds.ts'
import { signInTrouble } from '#engine/mail/presets.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { beginTls } from '#platform/server/network/public-connection.ts'
import { type Credentials, dialMailServer, MailboxError, type MailServer, mailPatience } from './servers.ts'

/** Bounds on what a server sends at once. Mails are fetched up to half a megabyte. */
const bounds = {
  maxLineLength: 4_000_000,
  maxLiteralSize: 4_000_000,
  maxResponseSize: 8_000_000,
  maxResponseTokens: 200_000,
}

/** Signs in to a mailbox by IMAP, and passes the connection to `use`; closes it afterward. Throws MailboxError. */
export async function withImap<T>(
  ctx: Ctx,
  server: MailServer,
  credentials: Credentials,
  use: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  // Imported at first use: it takes 10 MB, and most servers have no mailboxes.
  const { ImapFlow } = await import('imapflow')
  const socket = await dialMailServer(ctx, server)
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    doSTARTTLS: server.security === 'startTls',
    auth: { user: server.user, ...('password' in credentials ? { pass: credentials.password } : credentials) },
    // The socket is open, and encrypted if it must be: its address was checked.
    transport: {
      connect: (_options, onConnect) => {
        process.nextTick(onConnect)
        return socket
      },
      upgrade: (_plain, _options, onSecure) => beginTls(socket, server.host).once('secureConnect', onSecure),
    },
    clientInfo: { name: 'Earshot' },
    disableAutoIdle: true,
    logger: false,
    connectionTimeout: mailPatience.connectMs,
    greetingTimeout: mailPatience.connectMs,
    socketTimeout: mailPatience.answerMs,
    ...bounds,
  })
  // A failed command rejects its promise; without a listener, the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.close()
    socket.destroy()
    throw new MailboxError(troubleOf(server, error))
  }
  try {
    return await use(client)
  } catch (error) {
    // The client's errors may contain the command that failed.
    throw isOfClient(error) ? new MailboxError('refused') : error
  } finally {
    await client.logout().catch(() => {})
    client.close()
    socket.destroy()
  }
}

/** Returns what is wrong, by the codes of the client. The server's text isn't kept. */
function troubleOf(server: MailServer, error: unknown): MailboxTrouble {
  const { code = '', authenticationFailed, tlsFailed }: Partial<ImapFlowError> = error instanceof Error ? error : {}
  if (authenticationFailed) return signInTrouble(server.kind, server.host)
  if (tlsFailed || code === 'MissingServerExtension') return code.startsWith('ERR_TLS') ? 'certificate' : 'noEncryption'
  if (/^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) return 'certificate'
  return /TIMEOUT/.test(code) ? 'slow' : 'refused'
}

/** Returns whether an error is of the IMAP client or its socket, rather than of our own work. */
function isOfClient(error: unknown): boolean {
  const { code, responseStatus, _connId }: Partial<ImapFlowError> = error instanceof Error ? error : {}
  return responseStatus !== undefined || _connId !== undefined || /^[A-Z]/.test(code ?? '')
}
