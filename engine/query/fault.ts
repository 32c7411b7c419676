/** A change of the text, in UTF-16 units, end exclusive. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Why a text is no query, where, and what to change so that it comes closer to one. */
export class QueryFault extends Error {
  readonly start: number
  readonly end: number
  readonly fix: readonly Edit[]

  constructor(span: { start: number; end: number }, message: string, fix: readonly Edit[]) {
    super(message)
    this.start = span.start
    this.end = span.end
    this.fix = fix
  }
}

/** The text with its edits made; they don't overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text: put }) => changed.slice(0, start) + put + changed.slice(end), text)
}
