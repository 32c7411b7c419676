import type { MailboxKind, MailboxTrouble } from './holds.ts'

interface PresetServer {
  host: string
  port: number
  security: 'tls' | 'startTls'
}

/** The servers of a mail provider. */
export interface MailPreset {
  name: string
  imap: PresetServer
  smtp: PresetServer
  /** Whether it accepts no account password by IMAP, but only an app password or its own sign-in. */
  needsAppPassword: boolean
}

const tls = (host: string, port: number) => ({ host, port, security: 'tls' }) as const
const startTls = (host: string, port: number) => ({ host, port, security: 'startTls' }) as const

const google: MailPreset = {
  name: 'Google',
  imap: tls('imap.gmail.com', 993),
  smtp: tls('smtp.gmail.com', 465),
  needsAppPassword: true,
}
const microsoft: MailPreset = {
  name: 'Microsoft',
  imap: tls('outlook.office365.com', 993),
  smtp: startTls('smtp.office365.com', 587),
  needsAppPassword: true,
}
const apple: MailPreset = {
  name: 'iCloud',
  imap: tls('imap.mail.me.com', 993),
  smtp: startTls('smtp.mail.me.com', 587),
  needsAppPassword: true,
}
const yahoo: MailPreset = {
  name: 'Yahoo',
  imap: tls('imap.mail.yahoo.com', 993),
  smtp: tls('smtp.mail.yahoo.com', 465),
  needsAppPassword: true,
}
const fastmail: MailPreset = {
  name: 'Fastmail',
  imap: tls('imap.fastmail.com', 993),
  smtp: tls('smtp.fastmail.com', 465),
  needsAppPassword: true,
}
const zoho: MailPreset = {
  name: 'Zoho',
  imap: tls('imap.zoho.com', 993),
  smtp: tls('smtp.zoho.com', 465),
  needsAppPassword: true,
}
const gmx: MailPreset = {
  name: 'GMX',
  imap: tls('imap.gmx.com', 993),
  smtp: startTls('mail.gmx.com', 587),
  needsAppPassword: false,
}
const gmxNet: MailPreset = {
  name: 'GMX',
  imap: tls('imap.gmx.net', 993),
  smtp: startTls('mail.gmx.net', 587),
  needsAppPassword: false,
}

const byDomain: ReadonlyMap<string, MailPreset> = new Map(
  (
    [
      [google, ['gmail.com', 'googlemail.com']],
      [microsoft, ['outlook.com', 'hotmail.com', 'live.com', 'msn.com']],
      [apple, ['icloud.com', 'me.com', 'mac.com']],
      [yahoo, ['yahoo.com', 'ymail.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr']],
      [fastmail, ['fastmail.com', 'fastmail.fm']],
      [zoho, ['zoho.com', 'zohomail.com']],
      [gmx, ['gmx.com', 'gmx.us']],
      [gmxNet, ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch']],
    ] as const
  ).flatMap(([preset, domains]) => domains.map((domain) => [domain, preset] as const)),
)

/** The providers to choose from for an address at an own domain. */
export const mailPresets: readonly MailPreset[] = [google, microsoft, apple, yahoo, fastmail, zoho, gmx]

/** Returns the servers of an address by its domain; for other domains, the names that most providers use. */
export function presetOf(address: string): MailPreset {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return (
    byDomain.get(domain) ?? {
      name: domain,
      imap: tls(`imap.${domain}`, 993),
      smtp: tls(`smtp.${domain}`, 465),
      needsAppPassword: false,
    }
  )
}

const appPasswordHosts: ReadonlySet<string> = new Set(
  mailPresets.filter(({ needsAppPassword }) => needsAppPassword).flatMap(({ imap, smtp }) => [imap.host, smtp.host]),
)

/** Returns what a rejected sign-in means: a wrong password, a missing app password, or a sign-in that ended. */
export function signInTrouble(kind: MailboxKind, host: string): MailboxTrouble {
  if (kind === 'google' || kind === 'microsoft') return 'signIn'
  return appPasswordHosts.has(host) ? 'appPassword' : 'password'
}
