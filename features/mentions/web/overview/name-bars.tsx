import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { valueText } from '#platform/ui/charts/chart-data.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { NameTrend } from '../../contract.ts'
import { feelingNames, mentionsText } from '../labels.ts'
import { type Feeling, feelings } from '../view.ts'
import { labelsOf, sumOf } from './names.ts'

/** Loaded when it is opened. */
const AliasesDialog = lazy(async () => ({
  default: (await loadPart(() => import('./aliases-dialog.tsx'))).AliasesDialog,
}))

/** Each sentiment has a pattern of its own, so that no one needs its color. */
const patterns: Record<Feeling, string> = {
  positive: 'bg-good',
  neutral: 'bg-gray-300',
  negative:
    'bg-[repeating-linear-gradient(45deg,var(--color-danger)_0_3px,var(--color-danger-soft)_3px_6px)] ring-1 ring-danger ring-inset',
  unknown: 'bg-raised ring-1 ring-gray-400 ring-inset',
}

const shownFirst = 8

/** A number that leads to its list. */
const figure = 'tabular min-h-6 rounded enabled:hover:text-ink enabled:hover:underline underline-offset-4'

interface NameBarsProps {
  project: CurrentProject
  names: readonly NameTrend[]
  /** Lists the mentions of a name, all or only those with one sentiment. */
  onList: (name: NameTrend, feeling: Feeling | null) => void
}

/** The mentions of each name by sentiment, as bars or as a table. */
export function NameBars({ project, names, onList }: NameBarsProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [all, setAll] = useState(false)
  const labels = labelsOf(names)
  const shown = all ? names : names.slice(0, shownFirst)
  const most = Math.max(1, ...names.map(sumOf))
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 id={id} className="font-semibold">
            Sentiment by name
          </h3>
          <ul aria-label="Legend" className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
            {feelings.map((feeling) => (
              <li key={feeling} className="flex items-center gap-1.5">
                <span aria-hidden="true" className={classes('h-3 w-5 rounded-sm', patterns[feeling])} />
                {feelingNames[feeling]}
              </li>
            ))}
          </ul>
        </div>
        {names.length > 0 && (
          <Button look="ghost" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <Icon name={asTable ? 'chart' : 'table'} />
            {asTable ? 'Show as bars' : 'Show as table'}
          </Button>
        )}
      </header>
      {names.length === 0 && <p className="text-muted text-sm">No names were mentioned in this period.</p>}
      {asTable ? (
        <NameTable names={names} labels={labels} />
      ) : (
        <>
          <ul aria-label="Names" className="flex flex-col gap-4">
            {shown.map((name, index) => (
              <NameBar key={name.id} project={project} name={name} label={labels[index]!} most={most} onList={onList} />
            ))}
          </ul>
          {shown.length < names.length && (
            <Button look="ghost" size="small" className="self-start" onClick={() => setAll(true)}>
              Show {names.length - shown.length} more
            </Button>
          )}
        </>
      )}
    </section>
  )
}

interface NameBarProps {
  project: CurrentProject
  name: NameTrend
  label: string
  /** The mentions of the longest bar. */
  most: number
  onList: NameBarsProps['onList']
}

function NameBar({ project, name, label, most, onList }: NameBarProps) {
  const mayEdit = useMay('changeWatchlist')
  const parts = feelings.filter((feeling) => name[feeling] > 0)
  return (
    <li>
      <p className="flex min-h-8 items-center gap-2">
        <span className="wrap-anywhere min-w-0 font-medium">{label}</span>
        {mayEdit && <NamesOf project={project} name={name} />}
        <button
          type="button"
          disabled={parts.length === 0}
          onClick={() => onList(name, null)}
          className={classes(figure, 'ml-auto shrink-0 text-sm')}
        >
          <span className="sr-only">Show </span>
          {mentionsText(sumOf(name))}
          <span className="sr-only"> of {label}</span>
        </button>
      </p>
      {parts.length > 0 && (
        <div aria-hidden="true" className="mb-1 flex h-4 gap-px" style={{ width: `${(sumOf(name) / most) * 100}%` }}>
          {parts.map((feeling) => (
            <span
              key={feeling}
              className={classes('h-full min-w-1 rounded-sm', patterns[feeling])}
              style={{ flexGrow: name[feeling] }}
            />
          ))}
        </div>
      )}
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        {parts.length === 0 && 'Not mentioned in this period'}
        {parts.map((feeling) => (
          <button key={feeling} type="button" onClick={() => onList(name, feeling)} className={figure}>
            <span className="sr-only">Show </span>
            {valueText(name[feeling])} {feelingNames[feeling].toLowerCase()}
            <span className="sr-only"> mentions of {label}</span>
          </button>
        ))}
      </p>
    </li>
  )
}

/** Opens what a name is also known as: a competitor's aliases, or the brand's keywords. */
function NamesOf({ project, name: { id, kind, phrase } }: Pick<NameBarProps, 'project' | 'name'>) {
  const [open, setOpen] = useState(false)
  const look = 'shrink-0 rounded text-muted text-sm underline decoration-line underline-offset-4 hover:text-ink'
  if (kind === 'industry') return null
  if (kind === 'brand') {
    return (
      <Link to={paths.projectKeywords} className={look}>
        Brand names
      </Link>
    )
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={classes(look, 'min-h-6')}>
        Other names<span className="sr-only"> of {phrase}</span>
      </button>
      {open && (
        <Suspense>
          <AliasesDialog projectId={project.id} competitorId={id} name={phrase} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function NameTable({ names, labels }: { names: readonly NameTrend[]; labels: readonly string[] }) {
  return (
    <section
      aria-label="Sentiment by name as a table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="tabular w-full text-left text-sm">
        <thead>
          <tr className="border-line border-b bg-sunken text-muted">
            {['Name', 'Mentions', ...feelings.map((feeling) => feelingNames[feeling])].map((head, index) => (
              <th key={head} scope="col" className={classes('px-3 py-2 font-medium', index > 0 && 'text-right')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => (
            <tr key={name.id}>
              <th scope="row" className="wrap-anywhere min-w-28 px-3 py-1.5 font-normal">
                {labels[index]}
              </th>
              {[sumOf(name), ...feelings.map((feeling) => name[feeling])].map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are never reordered
                <td key={column} className="px-3 py-1.5 text-right">
                  {valueText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
