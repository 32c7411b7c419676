import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeMail } from './compose.ts'
import type { Mailer } from './mailer.ts'
import type { Sender } from './sender.ts'

/** Mails as .eml files, one each, for whoever runs the program without a mail server. */
export function folderMailer(dataDir: string, from: Sender): Mailer {
  const folder = join(dataDir, 'mail')
  return {
    send: async (message) => {
      const bytes = await composeMail(message, from)
      const path = join(folder, `${message.id}.eml`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Whole or not at all, and for the owner's eyes: links in it are keys.
        await writeFile(`${path}.new`, bytes, { mode: 0o600 })
        await rename(`${path}.new`, path)
        return { state: 'sent' }
      } catch (error) {
        // The disk is full, or the folder somebody else's: it may be mended.
        return { state: 'later', reason: error instanceof Error && 'code' in error ? String(error.code) : 'no folder' }
      }
    },
  }
}
