/** A part of a text with the reasons whose words it contains; `reasons` are their indexes. */
export interface Mark {
  start: number
  end: number
  reasons: readonly number[]
  /** False if the words cost points or earned hardly any. */
  earned: boolean
}

/** Stands for the words that a lead's sentence quotes, beside the indexes of reasons. */
export const quoteMark = -1

export interface TextSegment {
  text: string
  mark: Mark | null
}

/** Splits a text at its marks. Marks beyond its ends are left out. */
export function segmentsOf(text: string, marks: readonly Mark[], offset = 0): TextSegment[] {
  const result: TextSegment[] = []
  let at = 0
  for (const mark of marks) {
    const start = Math.max(at, mark.start - offset)
    const end = Math.min(text.length, mark.end - offset)
    if (end <= start) continue
    if (start > at) result.push({ text: text.slice(at, start), mark: null })
    result.push({ text: text.slice(start, end), mark })
    at = end
  }
  if (at < text.length) result.push({ text: text.slice(at), mark: null })
  return result
}
