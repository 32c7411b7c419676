import { domainToASCII } from 'node:url'

/** Where a mail to an address arrives: one mailbox has many addresses, and none of them is for strangers to use up. */
export interface Mailbox {
  name: string
  domain: string
}

/** Here dots in a name mean nothing, and both domains are one. */
const dotless: readonly string[] = ['gmail.com', 'googlemail.com']

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
