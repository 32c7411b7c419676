import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { onChanges } from '#platform/web/live/changes.ts'
import { useConnected } from '#platform/web/live/connection.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { busyRefreshMs, healthQuery, panelRefreshMs, slowRefreshMs } from './health-query.ts'
import { EmptyStrip } from './health-strip.tsx'
import { type Look, summaryOf } from './labels.ts'

const fetchPanel = () => import('./health-panel.tsx')
const Panel = lazy(async () => ({ default: (await loadPart(fetchPanel)).HealthPanel }))

const looks: Record<Look, string> = {
  quiet: 'bg-sunken text-muted hover:text-ink',
  idle: 'bg-sunken text-muted hover:text-ink',
  warn: 'bg-warn-soft font-medium text-warn',
  danger: 'bg-danger-soft font-medium text-danger',
}

/** Shows the server's health in one line at the bottom of the app, muted if all is well. Opens the details. */
export function Strip({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false)
  const connected = useConnected()
  const health = useQuery({
    ...healthQuery(projectId),
    refetchInterval: ({ state: { data } }) =>
      data && data.pipeline.items > 0 ? busyRefreshMs : open ? panelRefreshMs : slowRefreshMs,
  })
  const { data: report, dataUpdatedAt } = health
  useSoonAfterChanges(() => void health.refetch())
  // Preloads the panel: once something is wrong, the server may no longer deliver it.
  useEffect(() => whenQuiet(() => fetchPanel().catch(() => {})), [])
  if (!report) return <EmptyStrip />
  const { look, text } = summaryOf(report, connected, dataUpdatedAt)
  const isFine = look === 'quiet' || look === 'idle'
  return (
    <footer className="shrink-0 border-line border-t">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={classes(
          'tabular flex h-8 w-full items-center gap-2 px-4 text-left text-xs -outline-offset-2 transition-colors duration-150',
          looks[look],
        )}
      >
        {isFine ? (
          <span
            aria-hidden="true"
            className={classes('mx-1 size-2 shrink-0 rounded-full', look === 'quiet' ? 'bg-good' : 'bg-edge')}
          />
        ) : (
          <Icon name={look === 'warn' ? 'warning' : 'alert'} />
        )}
        <span className="sr-only">System status: </span>
        <span className="min-w-0 flex-1 truncate">{text}</span>
        <span aria-hidden="true" className="max-sm:hidden">
          Details
        </span>
      </button>
      {/* Screen readers announce changes of the state, but not of the figures. */}
      <p role="status" className="sr-only">
        {isFine ? '' : text}
      </p>
      <Drawer side="end" open={open} onOpenChange={setOpen} title="System status">
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <Panel
            projectId={projectId}
            report={report}
            now={dataUpdatedAt}
            connected={connected}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      </Drawer>
    </footer>
  )
}

/** Calls back shortly after the first of several changes, which may have started new work. */
function useSoonAfterChanges(then: () => void): void {
  const act = useEffectEvent(then)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onChanges(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        act()
      }, busyRefreshMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
