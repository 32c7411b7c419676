/** The course of a number without axes, beside the number itself. Screen readers get the number and the table. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  // What isn't known is left out, rather than drawn as zero.
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  if (known.length < 2) return null
  const [least, most] = [
    Math.min(0, ...known.map(({ value }) => value)),
    Math.max(1, ...known.map(({ value }) => value)),
  ]
  const points = known.map(({ value, index }) => {
    const x = (index / (values.length - 1)) * 100
    return `${x.toFixed(2)},${(38 - ((value - least) / (most - least)) * 36).toFixed(2)}`
  })
  return (
    <svg
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-24 min-h-24 w-full flex-1 text-chart-1"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
