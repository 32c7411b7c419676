import type { BrokenLine } from '../contract.ts'
import { countText } from './words.ts'

/** Lines that are no items, with why: the first of them. */
export function BrokenLines({ lines, count }: { lines: readonly BrokenLine[]; count: number }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-md text-muted hover:text-ink">
        {countText(count, 'broken line')} left out
      </summary>
      <ol className="mt-2 flex flex-col gap-2 rounded-lg bg-sunken p-3">
        {lines.map(({ line, reason, text }) => (
          <li key={line}>
            <p className="tabular">
              Line {line.toLocaleString('en')}: {reason}
            </p>
            {text !== '' && <p className="wrap-anywhere font-mono text-muted text-xs">{text}</p>}
          </li>
        ))}
      </ol>
      {count > lines.length && <p className="mt-2 text-muted">and {countText(count - lines.length, 'more', 'more')}</p>}
    </details>
  )
}
