const lengthMax = 80

/**
 * A name that somebody chose, as every mail shows it: a project, a username, an account elsewhere, an email address. Mail
 * programs make links of whatever looks like one, and strangers get mails with such names in them, so nothing in the name
 * stays clickable: `ann@example.com` becomes `ann at example dot com`. One line of 80 characters at most, without control
 * characters or characters that reverse the direction of the text behind them.
 */
export function nameInMail(name: string): string {
  const harmless = oneLine(name)
    // Schemes and network folders: https://, //, \\server
    .replace(/[:：]?[/\\／＼]{2,}/gu, ' ')
    .replace(/(?<=\p{L})[:：](?=\S)/gu, ' ')
    .replace(/[@＠﹫]/gu, ' at ')
    // With the dots that browsers take for one. A dot at the end of a word stays.
    .replace(/(?<=\S)[.．。｡․﹒]+(?=[^\s\p{P}])/gu, ' dot ')
  return shortened(oneLine(harmless))
}

function oneLine(text: string): string {
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
