/** A label with the letters that were asked for. */
export function MarkedLabel({ text, marks }: { text: string; marks: readonly [number, number][] }) {
  const pieces = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start} className="bg-transparent font-semibold text-accent-ink">
      {text.slice(start, end)}
    </mark>,
  ])
  return [...pieces, text.slice(marks.at(-1)?.[1] ?? 0)]
}
