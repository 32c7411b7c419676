import { classes } from '#platform/ui/classes.ts'

/** Sound waves from a single point, fading out to all sides. */
export function Waves({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 800 800"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      aria-hidden="true"
      className={classes(
        'pointer-events-none [mask-image:radial-gradient(closest-side,black_45%,transparent)]',
        className,
      )}
    >
      {[210, 248, 286, 324, 362, 400].map((radius) => (
        <circle key={radius} cx="400" cy="400" r={radius} />
      ))}
    </svg>
  )
}
