import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import { Wordmark } from '#platform/ui/signal.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { Buttons } from './buttons.tsx'
import { Choices } from './choices.tsx'
import { Fields } from './fields.tsx'
import { Colours, Type } from './foundations.tsx'
import { Marks } from './marks.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { Notices } from './notices.tsx'
import { Overlays } from './overlays.tsx'
import { Paging } from './paging.tsx'
import { States } from './states.tsx'
import { Waiting } from './waiting.tsx'

const Pickers = lazy(async () => ({ default: (await loadPart(() => import('./pickers.tsx'))).Pickers }))
const Tables = lazy(async () => ({ default: (await loadPart(() => import('./tables.tsx'))).Tables }))
const Lists = lazy(async () => ({ default: (await loadPart(() => import('./lists.tsx'))).Lists }))
const Charts = lazy(async () => ({ default: (await loadPart(() => import('./charts.tsx'))).Charts }))

const sections: { id: string; title: string; Section: ComponentType }[] = [
  { id: 'colours', title: 'Colors', Section: Colours },
  { id: 'type', title: 'Type and spacing', Section: Type },
  { id: 'buttons', title: 'Buttons', Section: Buttons },
  { id: 'fields', title: 'Fields', Section: Fields },
  { id: 'choices', title: 'Checkbox, switch, slider', Section: Choices },
  { id: 'pickers', title: 'Select, combobox, tags, days', Section: Pickers },
  { id: 'overlays', title: 'Dialog, drawer, menu, tooltip', Section: Overlays },
  { id: 'notices', title: 'Notices', Section: Notices },
  { id: 'paging', title: 'Tabs and pager', Section: Paging },
  { id: 'tables', title: 'Table', Section: Tables },
  { id: 'lists', title: 'Long list', Section: Lists },
  { id: 'charts', title: 'Charts', Section: Charts },
  { id: 'marks', title: 'Badges, avatars, keys', Section: Marks },
  { id: 'waiting', title: 'Progress and skeletons', Section: Waiting },
  { id: 'states', title: 'Empty, error, not allowed', Section: States },
]

/** The UI kit in all its states (DECISIONS 5): a catalog for building and checking screens. */
export function Kit() {
  return (
    <>
      <header data-top-bar="" className="sticky top-0 z-20 border-line border-b bg-canvas short:static">
        <div className="mx-auto flex max-w-7xl items-center justify-between gap-4 px-4 py-3 sm:px-8">
          <a href={paths.home} className="rounded-md text-lg">
            <Wordmark />
          </a>
          <ModeSwitch />
        </div>
      </header>
      <div className="mx-auto flex max-w-7xl px-4 sm:px-8 lg:gap-12">
        <nav aria-label="Components" className="sticky top-16 -ml-2 hidden w-52 shrink-0 self-start py-10 lg:block">
          <ul className="flex flex-col gap-0.5">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-8 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main className="min-w-0 flex-1 pt-10 pb-32">
          <h1 className="font-semibold text-3xl tracking-tight">UI kit</h1>
          <p className="mt-2 mb-10 max-w-prose text-pretty text-lg text-muted">
            Every component in all its states: light and dark, wide and narrow, with pointer and keyboard.
          </p>
          {sections.map(({ id, Section }) => (
            <Suspense key={id} fallback={<Skeleton className="mb-14 h-96 w-full rounded-xl" />}>
              <Section />
            </Suspense>
          ))}
        </main>
      </div>
    </>
  )
}
