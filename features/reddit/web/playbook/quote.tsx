/** The sentence of a rule that something rests on. */
export function Quote({ rule, words }: { rule: string; words: string }) {
  return (
    <blockquote dir="auto" className="wrap-anywhere border-line border-l-2 pl-3 text-sm">
      “{words}”{rule !== words && <span className="block text-muted">Rule “{rule}”</span>}
    </blockquote>
  )
}
