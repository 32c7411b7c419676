import { classes } from './classes.ts'

const arcs = ['M7.2 9.2a4 4 0 0 1 0 5.6', 'M10.4 6a8.5 8.5 0 0 1 0 12', 'M13.6 2.8a13 13 0 0 1 0 18.4']

/**
 * A signal with arcs: the product's logo, and a lead's strength (0 to 3 arcs). Decorative: the strength is in the text
 * beside it.
 */
export function Signal({ strength = 3, className }: { strength?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
      className={classes('shrink-0', className)}
    >
      <circle cx="3.4" cy="12" r="2.2" fill="currentColor" stroke="none" />
      {arcs.map((arc, index) => (
        <path key={arc} d={arc} opacity={index < strength ? 1 : 0.22} />
      ))}
    </svg>
  )
}

/** The product's logo and name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2 font-semibold tracking-tight text-ink', className)}>
      <Signal className="h-[1.25em] w-auto text-accent" />
      Earshot
    </span>
  )
}
