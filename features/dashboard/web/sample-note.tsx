import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import type { Dashboard } from '../contract.ts'
import { setupTexts } from './labels.ts'

interface SampleNoteProps {
  project: CurrentProject
  setup: Dashboard['setup']
}

/** Says that the numbers are made up, and what brings real ones. */
export function SampleNote({ project, setup }: SampleNoteProps) {
  const isScanning = project.status === 'processing' || project.backfillTotal !== null
  const next = setup?.find(({ part, done }) => !done && ['keywords', 'communities', 'source'].includes(part))
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-accent-soft p-4"
    >
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        <strong className="font-semibold text-accent-ink">Sample data.</strong>{' '}
        {isScanning
          ? 'Earshot is scanning stored posts. Your numbers appear with the first lead.'
          : 'These numbers are examples. Yours appear with the first lead.'}
      </p>
      {!isScanning && next && (
        <Link to={setupTexts[next.part].path} className={buttonClasses({})}>
          {setupTexts[next.part].title}
        </Link>
      )}
    </section>
  )
}
