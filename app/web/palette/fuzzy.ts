/** How well a text answers to a word, and the letters that do, as ranges of UTF-16 units, end exclusive. */
export interface Match {
  score: number
  marks: [start: number, end: number][]
}

const points = { letter: 1, next: 4, wordStart: 6, textStart: 2, gap: -0.1 }

/**
 * Finds the letters of `word` in `text` in their order, where they read best: side by side and at the starts of words.
 * Case and accents don't count. Null where they are not all there.
 */
export function matchWord(word: string, text: string): Match | null {
  const wanted = Array.from(word, fold).join('')
  const letters = foldUnits(text)
  if (wanted === '') return { score: 0, marks: [] }
  // best[i][j]: the most points with letter i of the word at unit j of the text; from[i][j]: where letter i - 1 is then.
  const best: number[][] = []
  const from: number[][] = []
  for (let i = 0; i < wanted.length; i++) {
    const row = new Array<number>(letters.length).fill(Number.NEGATIVE_INFINITY)
    const back = new Array<number>(letters.length).fill(-1)
    let reached = Number.NEGATIVE_INFINITY
    let reachedAt = -1
    for (let j = i; j < letters.length; j++) {
      if (i > 0 && j >= 2) {
        const earlier = best[i - 1]![j - 2]! - points.gap * (j - 2)
        if (earlier > reached) {
          reached = earlier
          reachedAt = j - 2
        }
      }
      if (letters[j] !== wanted[i]) continue
      const own = points.letter + startPoints(text, j)
      if (i === 0) {
        row[j] = own
        continue
      }
      const beside = j >= 1 ? best[i - 1]![j - 1]! + points.next : Number.NEGATIVE_INFINITY
      const apart = reached + points.gap * (j - 1)
      row[j] = own + Math.max(beside, apart)
      back[j] = beside >= apart ? j - 1 : reachedAt
    }
    best.push(row)
    from.push(back)
  }
  const last = best.at(-1)!
  const end = last.indexOf(Math.max(...last))
  if (last.length === 0 || last[end] === Number.NEGATIVE_INFINITY) return null
  const places = [end]
  for (let i = wanted.length - 1; i > 0; i--) places.unshift(from[i]![places[0]!]!)
  const marks = rangesOf(places)
  return isReadable(marks, text) ? { score: last[end]!, marks } : null
}

/**
 * Whether one sees why a text answers: the letters stand together, or each word is entered at its start. Scattered
 * letters are in almost any text.
 */
function isReadable(marks: Match['marks'], text: string): boolean {
  if (marks.length === 1) return true
  return marks.every(([start], index) => {
    const before = marks[index - 1]
    const sameWord = before !== undefined && !/[^\p{L}\p{N}]/u.test(text.slice(before[1], start))
    return isWordStart(text, start) || sameWord
  })
}

/** Whether a word of `text` begins as `word` does: what is not shown is not guessed at letter by letter. */
export function beginsWord(word: string, text: string): boolean {
  const wanted = Array.from(word, fold).join('')
  const letters = foldUnits(text).join('')
  for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + 1)) {
    if (isWordStart(text, at)) return true
  }
  return false
}

function startPoints(text: string, at: number): number {
  return (isWordStart(text, at) ? points.wordStart : 0) + (at === 0 ? points.textStart : 0)
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)
}

/** One letter for each unit of the text, so that places stay places. */
function foldUnits(text: string): string[] {
  return text.split('').map(fold)
}

function fold(letter: string): string {
  const base = letter.normalize('NFD').replace(/\p{M}+/gu, '') || letter
  const lower = base.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

function rangesOf(places: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const place of places) {
    const open = ranges.at(-1)
    if (open?.[1] === place) open[1] = place + 1
    else ranges.push([place, place + 1])
  }
  return ranges
}
