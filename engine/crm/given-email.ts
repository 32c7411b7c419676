/**
 * Matches addresses in running text. Narrower than what mail servers accept: a team member decides whether an address is
 * meant, and a wrong one would reach a stranger.
 */
const address =
  /(?<![\p{L}\p{N}._%+@-])[a-z0-9](?:[a-z0-9._%+-]{0,62}[a-z0-9_+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\p{L}\p{N}_@-])/giu

/** Returns a text without the lines that quote another one: what we wrote to somebody shows nothing about them. */
function ownWords(text: string): string {
  return text.replace(/^[ \t]*>.*$/gm, '')
}

/** The most addresses of a text. */
const addressesMost = 10

/** Returns the email addresses that a text contains, in lower case, each once. */
function emailsIn(text: string): string[] {
  const found = [...ownWords(text).matchAll(address)].map(([typed]) => typed.toLowerCase())
  return [...new Set(found)].filter((email) => !email.includes('..')).slice(0, addressesMost)
}

/** Returns the Reddit accounts that a text names as u/name, in lower case, each once. */
export function accountsIn(text: string): string[] {
  const named = [...ownWords(text).matchAll(/(?<![\w-])\/?u(?:ser)?\/([\w-]{1,50})/gi)].map(([, name = '']) =>
    name.toLowerCase(),
  )
  return [...new Set(named)]
}

/** A message that may show that an address belongs to a person. */
export type Evidence =
  /** Written on Reddit by the person. */
  | { channel: 'reddit'; text: string }
  /** A mail that arrived from an address. */
  | { channel: 'mail'; text: string; from: string }

/** Returns the addresses that a message gives for the person with these handles. */
export function givenEmails(message: Evidence, handles: readonly string[]): string[] {
  if (message.channel === 'reddit') return emailsIn(message.text)
  return accountsIn(message.text).some((name) => handles.some((handle) => handle.toLowerCase() === name))
    ? [message.from.toLowerCase()]
    : []
}
