import { domainToASCII } from 'node:url'

/** The mailbox of an address. A mailbox has many addresses, and limits apply to all of them together. */
export interface Mailbox {
  name: string
  domain: string
}

/** Domains that ignore dots in names; both are the same provider. */
const dotless: readonly string[] = ['gmail.com', 'googlemail.com']

/** Shared providers, whose mailboxes belong to different people. */
const sharedDomains: ReadonlySet<string> = new Set(
  `gmail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk yahoo.co.jp icloud.com me.com aol.com proton.me
  protonmail.com fastmail.com zoho.com gmx.de gmx.net gmx.com web.de t-online.de orange.fr free.fr laposte.net libero.it
  wp.pl seznam.cz yandex.ru mail.ru qq.com 163.com 126.com naver.com`.split(/\s+/),
)

/** Returns whether a domain's mailboxes belong to different people. */
export function isOfMany({ domain }: Mailbox): boolean {
  return sharedDomains.has(domain)
}

/**
 * Returns the mailbox of an address that the contract accepts, or null if there can't be one. Drops the label after a
 * plus; the few servers that treat it as part of the name only miss an email.
 */
export function mailboxOf(email: string): Mailbox | null {
  const folded = email.normalize('NFKC').toLowerCase()
  const at = folded.lastIndexOf('@')
  const domain = domainToASCII(folded.slice(at + 1))
  const name = folded.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const mailbox = dotless.includes(domain) ? { name: name.replaceAll('.', ''), domain: 'gmail.com' } : { name, domain }
  return mailbox.name === '' || domain === '' ? null : mailbox
}
