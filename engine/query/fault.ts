/** A change to the text. Offsets are UTF-16 units, end exclusive. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** The reason why a text isn't a valid query, its range, and edits that bring it closer to one. */
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

/** Applies edits to a text. They must not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text: put }) => changed.slice(0, start) + put + changed.slice(end), text)
}
