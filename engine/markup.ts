import { asciiClass, backslash, charClass, clusterEnd, foldedCluster, star, tilde } from './fold.ts'

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

/** ASCII punctuation, all of which Markdown lets people escape. */
function isSign(code: number): boolean {
  return code > 32 && code < 127 && asciiClass[code] === charClass.symbol
}

function beginsWord(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.charCodeAt(at)
  const kind = code < 128 ? asciiClass[code] : foldedCluster(text.slice(at, clusterEnd(text, at, code))).classes[0]
  return kind === charClass.word || kind === charClass.alone
}
