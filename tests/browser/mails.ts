import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { patienceMs } from './patience.ts'
import type { TestServer } from './test-server.ts'

/** What the mails to an address say that were written to DATA_DIR/mail, oldest first: lines are whole again. */
export function mailsTo({ dataDir }: TestServer, address: string): string[] {
  const folder = join(dataDir, 'mail')
  // The first mail makes it.
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.eml'))
  return names
    .toSorted()
    .map((name) => textOf(join(folder, name)))
    .filter((mail) => mail.includes(`To: ${address}`) || mail.includes(`To: <${address}>`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
}

const texts = new Map<string, string>()

/** The text of a mail, read once: mails never change, and waiting for one asks for all of them again and again. */
function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(path, 'utf8')
  texts.set(path, text)
  return text
}

/** Waits for so many mails to an address with a link like this, and returns the newest one's. */
export async function linkTo(server: TestServer, address: string, path: RegExp, mails = 1): Promise<string> {
  const links = () => linksTo(server, address, path)
  // Not expect.poll, which no beforeAll may use.
  await vi.waitFor(() => expect(links().length).toBeGreaterThanOrEqual(mails), { timeout: patienceMs })
  return links().at(-1)!
}

/** Opens the link of the newest mail that confirms an address, signed in where headers say so. */
export async function confirmAddress(
  server: TestServer,
  address: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await fetch(await linkTo(server, address, /email-confirmation/), { headers })
  expect(answer.status).toBe(200)
}

/** The links like this in the mails to an address so far, oldest first. */
export function linksTo(server: TestServer, address: string, path: RegExp): string[] {
  return mailsTo(server, address).flatMap((mail) => linkIn(mail, path))
}

function linkIn(mail: string, path: RegExp): string[] {
  const link = mail.match(/https?:\/\/[^\s"<>]+/g)?.find((each) => path.test(each))
  return link === undefined ? [] : [link]
}
