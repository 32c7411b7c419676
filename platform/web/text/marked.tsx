interface MarkedProps {
  text: string
  /** UTF-16 offsets in reading order, end exclusive, without overlaps. */
  marks: readonly [number, number][]
  /** The class of a mark. */
  className?: string
}

/** A text with highlighted spans. */
export function Marked({ text, marks, className = 'marked' }: MarkedProps) {
  const pieces = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start} className={className}>
      {text.slice(start, end)}
    </mark>,
  ])
  return [...pieces, text.slice(marks.at(-1)?.[1] ?? 0)]
}
