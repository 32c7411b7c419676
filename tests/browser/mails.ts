import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { patienceMs } from './patience.ts'
import type { TestServer } from './test-server.ts'

/** Returns the mails to an address from DATA_DIR/mail, oldest first, with wrapped lines joined. */
export function mailsTo({ dataDir }: TestServer, address: string): string[] {
  const folder = join(dataDir, 'mail')
  // The first mail creates the folder.
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.eml'))
  return names
    .toSorted()
    .map((name) => textOf(join(folder, name)))
    .filter((mail) => mail.includes(`To: ${address}`) || mail.includes(`To: <${address}>`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
}

const texts = new Map<string, string>()

/** Returns the text of a mail. Cached, since mails never change and waiting reads all of them repeatedly. */
function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(path, 'utf8')
  texts.set(path, text)
  return text
}

/** Waits for this many mails to an address with a matching link, and returns the newest link. */
export async function linkTo(server: TestServer, address: string, path: RegExp, mails = 1): Promise<string> {
  const links = () => linksTo(server, address, path)
  // expect.poll doesn't work in beforeAll.
  await vi.waitFor(() => expect(links().length).toBeGreaterThanOrEqual(mails), { timeout: patienceMs })
  return links().at(-1)!
}

/** Opens the link in the newest mail that confirms an address, with these headers. */
export async function confirmAddress(
  server: TestServer,
  address: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await fetch(await linkTo(server, address, /email-confirmation/), { headers })
  expect(answer.status).toBe(200)
}

/** Returns the matching links in the mails to an address, oldest first. */
export function linksTo(server: TestServer, address: string, path: RegExp): string[] {
  return mailsTo(server, address).flatMap((mail) => linkIn(mail, path) ?? [])
}

/** Returns the first matching link in a mail. */
export function linkIn(mail: string, path: RegExp): string | undefined {
  return mail.match(/https?:\/\/[^\s"<>]+/g)?.find((each) => path.test(each))
}
