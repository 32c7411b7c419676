import type { Mailbox } from '../../contract-mailbox.ts'
import { call } from '../api.ts'
import { ServersForm } from './servers-form.tsx'

interface ChangeServersProps {
  mailbox: Mailbox
  onDone: () => void
  onCancel: () => void
}

/** Changes the password or the servers of a mailbox, and reconnects it. Both servers are tried first. */
export function ChangeServers({ mailbox, onDone, onCancel }: ChangeServersProps) {
  const { id, address, imapHost, imapPort, imapSecurity, imapUser, smtpHost, smtpPort, smtpSecurity, smtpUser } =
    mailbox
  const encrypted = (security: Mailbox['imapSecurity']) => (security === 'none' ? 'tls' : security)
  return (
    <ServersForm
      address={address}
      saved={{
        imap: { host: imapHost, port: imapPort, security: encrypted(imapSecurity), user: imapUser },
        smtp: { host: smtpHost, port: smtpPort, security: encrypted(smtpSecurity), user: smtpUser },
      }}
      action={mailbox.state === 'connected' ? 'Save' : 'Reconnect'}
      faultAbove={() => null}
      connect={async (signIn) => (await call('mailboxServersPut', { id, body: { data: signIn } })).data}
      onConnected={onDone}
      onCancel={onCancel}
    />
  )
}
