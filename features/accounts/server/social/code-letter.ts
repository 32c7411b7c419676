import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import { type ProviderName, providerNames } from '../../contract.ts'

/** The mail with the code that proves an address to be of whoever signs in. It has no link: nothing happens by opening it. */
export function codeLetter(words: { provider: ProviderName; username: string; code: string; minutes: number }): Letter {
  const { provider, username, code, minutes } = words
  const who = `${providerNames[provider]} account “${nameInMail(username)}”`
  const shown = code.replace(/^(\d{4})(\d+)$/, '$1 $2')
  return letterOf({
    subject: 'Your code for signing in',
    paragraphs: [
      `Somebody, probably you, signs in to Earshot with the ${who} and gave this address as theirs.`,
      `The code is ${shown}.`,
    ],
    notes: [
      `Type it where you were asked for it, within ${minutes} minutes.`,
      'Give it to nobody: whoever has it gets into the account of this address. If it was not you, there is nothing to do.',
    ],
  })
}
