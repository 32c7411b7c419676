/** The line with which mail programs begin what they quote, in the languages that most of them are used in. */
const quoteStarts = [
  /^On .+ wrote:$/s,
  /^Am .+ schrieb .+:$/s,
  /^Le .+ a écrit\s?:$/s,
  /^El .+ escribió:$/s,
  /^-{2,}\s*(Original Message|Forwarded message|Ursprüngliche Nachricht)\s*-{2,}$/i,
]

/** The most lines over which such a line is broken. */
const startLinesMost = 3

/** A mail without and with what it quotes. */
export interface SplitMail {
  text: string
  /** The end that quotes earlier mails; empty without one. */
  quoted: string
}

/**
 * Splits off the end of a mail if it only quotes: from the first line that begins a quotation to the end, unless
 * something is written between or below the quoted lines.
 */
export function splitQuoted(mail: string): SplitMail {
  const lines = mail.trimEnd().split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const rest = restOfQuote(lines, index)
    if (rest === null) continue
    const text = lines.slice(0, index).join('\n').trimEnd()
    // A mail that is nothing but a quotation is shown as it is.
    return text === '' ? { text: mail.trimEnd(), quoted: '' } : { text, quoted: lines.slice(index).join('\n') }
  }
  return { text: mail.trimEnd(), quoted: '' }
}

/** Returns the lines after what begins a quotation if all the rest is quoted; otherwise null. */
function restOfQuote(lines: readonly string[], index: number): readonly string[] | null {
  for (let used = 1; used <= startLinesMost; used++) {
    const start = lines
      .slice(index, index + used)
      .join('\n')
      .trim()
    if (!quoteStarts.some((pattern) => pattern.test(start))) continue
    const rest = lines.slice(index + used)
    // Outlook quotes without marks.
    return start.startsWith('--') || rest.every(isQuoted) ? rest : null
  }
  const rest = lines.slice(index)
  return lines[index]?.startsWith('>') && rest.every(isQuoted) ? rest : null
}

function isQuoted(line: string): boolean {
  return line.trim() === '' || line.startsWith('>')
}

const units = ['kB', 'MB', 'GB'] as const

/** Returns the size of a file in words. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  let value = bytes
  let unit: (typeof units)[number] = 'kB'
  for (const next of units) {
    value /= 1000
    unit = next
    if (value < 999.5) break
  }
  return `${value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)} ${unit}`
}

/** Returns what a text says around some words in it, with about as many characters on both sides. */
export function excerptAround(text: string, words: string, around = 80): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const at = line.toLowerCase().indexOf(words.toLowerCase())
  const from = Math.max(0, at - around)
  const to = Math.min(line.length, Math.max(0, at) + words.length + around)
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`
}
