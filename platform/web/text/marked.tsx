interface MarkedProps {
  text: string
  /** UTF-16 offsets in the order of reading, end exclusive, without overlaps. */
  marks: readonly [number, number][]
  /** How a mark looks. */
  className?: string
}

/** A text with its marks. */
export function Marked({ text, marks, className = 'marked' }: MarkedProps) {
  const pieces = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start} className={className}>
      {text.slice(start, end)}
    </mark>,
  ])
  return [...pieces, text.slice(marks.at(-1)?.[1] ?? 0)]
}
