import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { withImap } from '../mailboxes/imap.ts'
import { sandboxPorts } from '../mailboxes/servers.ts'
import { sentFolderOf } from './file-copies.ts'
import { openFolder, readHeaders, readWhole } from './read-folder.ts'

const program = '/usr/sbin/dovecot'
/** It changes to another user, which only root may. */
const isMissing = !existsSync(program) || process.getuid?.() !== 0

describe.skipIf(isMissing)("Debian's dovecot, where it is installed", () => {
  let folder: string
  let server: ChildProcess
  let ctx: Ctx

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'earshot-dovecot-'))
    const port = await freePort()
    // The mails belong to another user.
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'mail'))
    chmodSync(join(folder, 'mail'), 0o777)
    const file = join(folder, 'dovecot.conf')
    writeFileSync(file, settings(folder, port))
    server = spawn(program, ['-F', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    const started = Promise.withResolvers<void>()
    // It ends if nobody reads what it says.
    server.stderr?.on('data', (said: Buffer) => said.includes('starting up') && started.resolve())
    await started.promise
    ctx = {
      now: () => new Date(),
      network: { dial: (host: string, to: number) => createConnection({ host, port: to }) },
      sandbox: { mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: `imap://127.0.0.1:${port}` } },
    } as unknown as Ctx
  })
  afterAll(async () => {
    server.kill()
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  const account = { kind: 'sandbox', host: '127.0.0.1', port: sandboxPorts.imap, security: 'none' } as const
  const ann = { ...account, user: 'ann@example.com' }

  test('is read by UID, with files by name and size, and keeps copies of sent mails', async () => {
    const file = Buffer.alloc(900_000, 'x').toString('base64')
    const mail = [
      'From: Mara <mara@example.com>\r\nMessage-ID: <one@example.com>\r\nIn-Reply-To: <ours@example.com>',
      'Subject: =?utf-8?q?Caf=C3=A9?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n',
      '--b\r\nContent-Type: text/plain\r\n\r\nSee the plan.\r\n--b',
      'Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"',
      `Content-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`,
    ].join('\r\n')
    await withImap(ctx, ann, { password: 'sandbox' }, async (client) => {
      await client.append('INBOX', Buffer.from(mail), [])
      const sent = await sentFolderOf(client)
      expect(sent).toBe('Sent')
      await client.append('Sent', Buffer.from('Message-ID: <two@example.com>\r\n\r\nHi\r\n'), ['\\Seen'])
      await client.mailboxOpen('Sent')
      expect(await client.search({ header: { 'message-id': '<two@example.com>' } }, { uid: true })).toEqual([1])
      const first = await openFolder(ctx, client, 'INBOX', { mark: { validity: null, uid: 0 }, since: new Date(0) })
      expect(first.uids).toEqual([1])
      const [head] = await readHeaders(ctx, client, first.uids)
      expect(head).toMatchObject({ messageId: '<one@example.com>', follows: ['<ours@example.com>'], subject: 'Café' })
      const whole = await readWhole(client, 1)
      expect(whole).toMatchObject({
        parsed: { text: 'See the plan.' },
        attachments: [{ name: 'plan.pdf', bytes: 900_000 }],
      })
      const mark = { validity: first.validity, uid: 1 }
      expect((await openFolder(ctx, client, 'INBOX', { mark, since: new Date(0) })).uids).toEqual([])
    })
  })

  // Last, since the server delays the sign-ins after a failed one.
  test('rejects a wrong password', async () => {
    await expect(withImap(ctx, ann, { password: 'guess' }, async () => 'in')).rejects.toMatchObject({
      trouble: 'password',
    })
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function settings(folder: string, port: number): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
default_internal_user = nobody
default_login_user = nobody
default_internal_group = nogroup
passdb {
  driver = static
  args = password=sandbox
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
`
}
