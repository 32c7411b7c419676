const lengthMax = 80

/**
 * Returns a user-chosen name as mails show it: a project, a username, an account at a provider or an email address.
 * Mail programs turn anything like a URL into a link, and strangers receive these names, so none stays clickable:
 * `ann@example.com` becomes `ann at example dot com`. The result is one line of 80 characters at most, without control
 * characters or characters that reverse the text after them.
 */
export function nameInMail(name: string): string {
  const harmless = oneLine(name)
    // Schemes and network folders: https://, //, \\server
    .replace(/[:：]?[/\\／＼]{2,}/gu, ' ')
    .replace(/(?<=\p{L})[:：](?=\S)/gu, ' ')
    .replace(/[@＠﹫]/gu, ' at ')
    // Includes the dots that browsers treat as one. A dot at the end of a word stays.
    .replace(/(?<=\S)[.．。｡․﹒]+(?=[^\s\p{P}])/gu, ' dot ')
  return shortened(oneLine(harmless))
}

/** Returns a text on one line, without control characters or characters that reverse the text after them. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
}

function shortened(line: string): string {
  const characters = [...line]
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join('')}…` : line
}
