import { lazy, Suspense, useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { classes } from '#platform/ui/classes.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Sheet, SheetBack } from '#platform/ui/overlays/dialog.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { Filters } from './box/filters.tsx'
import { QueryBox } from './box/query-box.tsx'
import { SearchMenu } from './box/search-menu.tsx'
import { Signs } from './box/signs.tsx'
import { LiveResults } from './live/live-results.tsx'
import { FoundBulkBar } from './results/found-bulk-bar.tsx'
import { Results } from './results/results.tsx'
import { Start } from './start.tsx'
import { foundRowId, type SearchState, useSearch } from './use-search.ts'
import { isSearch } from './view.ts'

/** Loaded after the list, since it includes everything for Markdown. */
const FoundPanel = lazy(async () => ({
  default: (await loadPart(() => import('./results/found-panel.tsx'))).FoundPanel,
}))

/** Loaded when it is opened. */
const Builder = lazy(async () => ({ default: (await loadPart(() => import('./box/builder.tsx'))).Builder }))

/** One box to search stored posts, or Reddit live, with the matches below and the open one beside them. */
export function Search({ project }: { project: CurrentProject }) {
  const search = useSearch(project.id)
  const [building, setBuilding] = useState(false)
  const [now] = useState(Date.now)
  const { view, isFaulty, wide, facets, part, found, selectedId, selected, go, open } = search
  const isLive = part === 'live'
  const panel = selected && (
    <Suspense fallback={<Skeleton className="m-8 h-32" />}>
      <FoundPanel
        key={selected.id}
        projectId={project.id}
        match={selected}
        now={now}
        busy={search.adding.has(selected.id)}
        onAdd={search.mayDecide ? async () => (await search.add([selected]))?.[0] ?? null : null}
      />
    </Suspense>
  )
  return (
    <div className="flex h-full flex-col max-lg:block max-lg:overflow-y-auto">
      <header className="shrink-0 border-line border-b px-4 pt-4 pb-2 sm:px-6">
        <h1 className="sr-only">Search posts</h1>
        <QueryBox
          key={view.query}
          communities={facets.data?.subreddits.map(({ value }) => value) ?? []}
          query={view.query}
          onSearch={(query) => go({ ...view, query })}
          onBuild={() => setBuilding(true)}
          menu={<SearchMenu projectId={project.id} view={view} onView={go} />}
        />
        <Signs view={view} facets={isLive ? undefined : facets.data} onView={go} />
        {isSearch(view) && <Filters view={view} facets={facets.data} isCounted={!isLive} onView={go} />}
      </header>
      {isSearch(view) ? (
        <div className="flex min-h-0 flex-1">
          <section
            aria-label="Matches"
            className={classes('flex min-w-0 flex-1 flex-col', panel && 'border-line lg:max-w-lg lg:border-r')}
          >
            {isFaulty ? (
              <EmptyState title="This query has an error">
                Use the correction below the box, or edit the query.
              </EmptyState>
            ) : (
              <Parts project={project} search={search} now={now} />
            )}
            {search.choice.chosen.length > 0 && (
              <div className="sticky bottom-0 z-2">
                <FoundBulkBar projectId={project.id} search={search} />
              </div>
            )}
          </section>
          {wide && panel && (
            <section aria-label="Post" className="flex min-w-0 flex-1 flex-col">
              {panel}
            </section>
          )}
        </div>
      ) : (
        <Start projectId={project.id} onView={go} />
      )}
      {!wide && (
        <Sheet
          open={selectedId !== null && selected !== undefined}
          onOpenChange={(isOpen) => !isOpen && open(null, true)}
          title="Post"
          finalFocus={() => document.getElementById(foundRowId(selectedId ?? found[0]?.id ?? ''))}
        >
          <div className="flex h-12 shrink-0 items-center border-line border-b px-2">
            <SheetBack>Matches</SheetBack>
          </div>
          <div className="flex min-h-0 flex-1 flex-col">{panel}</div>
        </Sheet>
      )}
      {building && (
        <Suspense>
          <Builder
            query={view.query}
            onClose={() => setBuilding(false)}
            onSearch={(query) => {
              setBuilding(false)
              go({ ...view, query })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

interface PartsProps {
  project: CurrentProject
  search: SearchState
  now: number
}

/** The stored matches and the live ones, apart from each other. */
function Parts({ project, search, now }: PartsProps) {
  const { part, choosePart, facets, live } = search
  const stored = facets.data && !facets.data.capped ? { count: facets.data.posts } : {}
  const fromReddit = live.data ? { count: live.data.matches.length } : {}
  return (
    <Tabs
      label="Where to search"
      value={part}
      onValueChange={choosePart}
      tabs={[
        { value: 'stored', label: 'Stored posts', ...stored },
        { value: 'live', label: 'Live from Reddit', ...fromReddit },
      ]}
      className="flex min-h-0 flex-1 flex-col"
    >
      {/* Each part starts at its top. */}
      <div key={part} className="mb-(--notices,0px) min-h-0 flex-1 lg:overflow-y-auto">
        {part === 'live' ? (
          <LiveResults project={project} search={search} now={now} />
        ) : (
          <Results search={search} now={now} />
        )}
      </div>
    </Tabs>
  )
}
