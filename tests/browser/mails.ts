import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestServer } from './test-server.ts'

/** What the mails to an address say that were written to DATA_DIR/mail, oldest first: lines are whole again. */
export function mailsTo({ dataDir }: TestServer, address: string): string[] {
  const folder = join(dataDir, 'mail')
  // The first mail makes it.
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.eml'))
  return names
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`) || mail.includes(`To: <${address}>`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
}

/** Waits for so many mails to an address with a link like this, and returns the newest one's. */
export async function linkTo(server: TestServer, address: string, path: RegExp, mails = 1): Promise<string> {
  const links = () => linksTo(server, address, path)
  await expect.poll(() => links().length).toBeGreaterThanOrEqual(mails)
  return links().at(-1)!
}

/** The links like this in the mails to an address so far, oldest first. */
export function linksTo(server: TestServer, address: string, path: RegExp): string[] {
  return mailsTo(server, address).flatMap((mail) => linkIn(mail, path))
}

function linkIn(mail: string, path: RegExp): string[] {
  const link = mail.match(/https?:\/\/[^\s"<>]+/g)?.find((each) => path.test(each))
  return link === undefined ? [] : [link]
}
