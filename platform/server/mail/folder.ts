import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeMail } from './compose.ts'
import type { Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

/** Writes each mail to an .eml file, for servers without SMTP. */
export function folderMailer(dataDir: string, from: Sender): Mailer {
  const folder = join(dataDir, 'mail')
  return {
    send: async (message) => {
      const bytes = await composeMail(message, from)
      const path = join(folder, `${message.id}.eml`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Renamed into place, so that no file is partial. Owner only, since the links in mails grant access.
        await writeFile(`${path}.new`, bytes, { mode: 0o600 })
        await rename(`${path}.new`, path)
        return { state: 'sent', kept: true }
      } catch (error) {
        // A full disk or wrong permissions can be fixed, so retry.
        return { state: 'later', reason: error instanceof Error && 'code' in error ? String(error.code) : 'no folder' }
      }
    },
  }
}
