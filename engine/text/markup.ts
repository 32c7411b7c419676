import { asciiClass, backslash, charClass, clusterEnd, foldedCluster, star, tilde } from './fold.ts'

/**
 * Returns how many units at `at` are Markdown inside a word, invisible to its reader: 1 for the backslash before a
 * symbol (`some\_name`), 2 or 3 for emphasis that begins or ends between two letters (`**fo**o`, `~~ol~~d`), otherwise
 * 0. A single star does not count, since people write `2*3`. A 0 must follow the units.
 */
export function markupLength(units: Uint16Array, at: number, isAfterWord: boolean): number {
  const code = units[at]!
  if (code === backslash) return isSign(units[at + 1]!) ? 1 : 0
  if (!isAfterWord) return 0
  let end = at + 1
  while (end < at + 4 && units[end]! === code) end++
  const length = end - at
  const isEmphasis = code === star ? length === 2 || length === 3 : code === tilde && length === 2
  return isEmphasis && beginsWord(units, end) ? length : 0
}

/** Returns whether a code is ASCII punctuation, all of which can be escaped in Markdown. */
function isSign(code: number): boolean {
  return code > 32 && code < 127 && asciiClass[code] === charClass.symbol
}

function beginsWord(units: Uint16Array, at: number): boolean {
  const code = units[at]!
  const kind = code < 128 ? asciiClass[code] : foldedCluster(textOf(units, at, clusterEnd(units, at))).classes[0]
  return kind === charClass.word || kind === charClass.alone
}

function textOf(units: Uint16Array, from: number, to: number): string {
  return String.fromCharCode(...units.subarray(from, to))
}
