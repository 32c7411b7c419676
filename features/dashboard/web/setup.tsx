import { Link } from 'react-router'
import { Icon } from '#platform/ui/icon.tsx'
import type { Dashboard } from '../contract.ts'
import { setupTexts } from './labels.ts'

type Parts = NonNullable<Dashboard['setup']>

/** What the project lacks, each with the page that adds it. */
export function Setup({ parts }: { parts: Parts }) {
  const missing = parts.filter(({ done }) => !done)
  if (missing.length === 0) {
    return (
      <p className="flex items-center gap-2">
        <Icon name="success" className="text-good" /> Everything is set up.
      </p>
    )
  }
  return (
    <ul aria-label="Missing from your setup" className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {missing.map(({ part }) => {
        const { title, why, path } = setupTexts[part]
        return (
          <li key={part}>
            <Link to={path} className="rounded font-medium text-accent-ink underline underline-offset-4">
              {title}
            </Link>
            <p className="text-pretty text-muted text-sm">{why}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns how much is set up, such as '7 of 10 done'. */
export function setupProgress(parts: Parts): string {
  return `${parts.filter(({ done }) => done).length} of ${parts.length} done`
}
