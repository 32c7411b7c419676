import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import { classes } from '#platform/ui/classes.ts'
import type { Mark } from './marks.ts'
import { quoteMark, segmentsOf } from './marks.ts'

/** The index of the active reason; null for none. */
export const ActiveReason = createContext<number | null>(null)

interface HighlightProps {
  reasons: readonly number[]
  earned: boolean
  children: ReactNode
}

/**
 * Words behind a score. They stand out while their reason is active; words that earned little, only then. The words that
 * the lead's sentence quotes are underlined.
 */
export function Highlight({ reasons, earned, children }: HighlightProps) {
  const active = useContext(ActiveReason)
  const lit = active !== null && reasons.includes(active)
  return (
    <mark
      data-reasons={reasons.join(' ')}
      className={classes(
        reasons.includes(quoteMark) && 'underline decoration-2 decoration-orange-400 underline-offset-4',
        'text-inherit transition-[background-color] duration-150',
        lit && 'rounded-[3px] bg-orange-300 text-gray-900 ring-2 ring-orange-300',
        !lit && (earned && active === null ? 'marked' : 'bg-transparent'),
      )}
    >
      {children}
    </mark>
  )
}

/** A text with its marks. */
export function MarkedText({ text, marks }: { text: string; marks: readonly Mark[] }) {
  return segmentsOf(text, marks).map((piece, index) =>
    piece.mark ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text are never reordered
      <Highlight key={index} reasons={piece.mark.reasons} earned={piece.mark.earned}>
        {piece.text}
      </Highlight>
    ) : (
      piece.text
    ),
  )
}
