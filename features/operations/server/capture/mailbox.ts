import { domainToASCII } from 'node:url'

/** Where a mail to an address arrives: one mailbox has many addresses, and none of them is for strangers to use up. */
export interface Mailbox {
  name: string
  domain: string
}

/** Here dots in a name mean nothing, and both domains are one. */
const dotless: readonly string[] = ['gmail.com', 'googlemail.com']

/** Where strangers have their mailboxes beside each other, so that nobody gets what is sent to any name there. */
const sharedDomains: ReadonlySet<string> = new Set(
  `gmail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk yahoo.co.jp icloud.com me.com aol.com proton.me
  protonmail.com fastmail.com zoho.com gmx.de gmx.net gmx.com web.de t-online.de orange.fr free.fr laposte.net libero.it
  wp.pl seznam.cz yandex.ru mail.ru qq.com 163.com 126.com naver.com`.split(/\s+/),
)

/** Whether the mailboxes of a domain belong to many people. */
export function isOfMany({ domain }: Mailbox): boolean {
  return sharedDomains.has(domain)
}

/**
 * The mailbox of an address that has passed the contract. What stands behind a plus is a label of its owner's; the few
 * servers that read it as part of the name lose nothing but a mail. Null where there can be none.
 */
export function mailboxOf(email: string): Mailbox | null {
  const folded = email.normalize('NFKC').toLowerCase()
  const at = folded.lastIndexOf('@')
  const domain = domainToASCII(folded.slice(at + 1))
  const name = folded.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const mailbox = dotless.includes(domain) ? { name: name.replaceAll('.', ''), domain: 'gmail.com' } : { name, domain }
  return mailbox.name === '' || domain === '' ? null : mailbox
}
