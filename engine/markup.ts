import { asciiClass, charClass, clusterEnd, foldedCluster } from './fold.ts'

const star = 42
const tilde = 126
const backslash = 92

/** 1 for an ASCII code at which Markdown may stand that parts nothing. */
export const mayBeMarkup = new Uint8Array(128)
for (const code of [star, tilde, backslash]) mayBeMarkup[code] = 1

/**
 * How many units at `at` are Markdown inside a word, which its reader doesn't see: 1 for the backslash before a sign
 * (`some\_name`), 2 or 3 for emphasis that begins or ends between two letters (`**fo**o`, `~~ol~~d`), 0 for anything
 * else. One star is none of these: people write `2*3`.
 */
export function markupLength(text: string, at: number, isAfterWord: boolean): number {
  const code = text.charCodeAt(at)
  if (code === backslash) return isSign(text.charCodeAt(at + 1)) ? 1 : 0
  if (!isAfterWord) return 0
  let end = at + 1
  while (end < at + 4 && text.charCodeAt(end) === code) end++
  const length = end - at
  const isEmphasis = code === star ? length === 2 || length === 3 : code === tilde && length === 2
  return isEmphasis && beginsWord(text, end) ? length : 0
}

/** Whether markupLength() may answer anything but 0 somewhere; true at times where it doesn't. */
export function holdsMarkup(text: string): boolean {
  return holds(text, '\\') || holds(text, '*') || holds(text, '~')
}

function holds(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const before = at === 0 ? 0 : text.charCodeAt(at - 1)
    const mayBeWord = before >= 128 || asciiClass[before] === charClass.word
    if (markupLength(text, at, mayBeWord) > 0) return true
  }
  return false
}

/** ASCII punctuation, all of which Markdown lets people escape. */
function isSign(code: number): boolean {
  return code > 32 && code < 127 && asciiClass[code] === charClass.symbol
}

function beginsWord(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.charCodeAt(at)
  const kind = code < 128 ? asciiClass[code] : foldedCluster(text.slice(at, clusterEnd(text, at))).classes[0]
  return kind === charClass.word || kind === charClass.alone
}
