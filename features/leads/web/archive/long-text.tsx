import { useState } from 'react'

/** Longer texts are shortened to this length. */
const shownMost = 280

/** A text on as many lines as it has, shortened until the reader asks for all of it. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > shownMost
  return (
    <p className="wrap-anywhere whitespace-pre-line text-pretty">
      {isLong && !isOpen ? `${text.slice(0, shownMost).trimEnd()}… ` : `${text} `}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-accent-ink underline underline-offset-2"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </p>
  )
}
