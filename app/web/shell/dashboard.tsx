import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useNavigation } from 'react-router'
import { HealthStrip } from '#features/operations/web/health/health-strip.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { Wordmark } from '#platform/ui/signal.tsx'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { useProject } from '#platform/web/session/project.ts'
import { TopBanners } from '../banners/top-banners.tsx'
import { SearchButton } from './search-button.tsx'
import { Shell } from './shell.tsx'
import { Sidebar } from './sidebar.tsx'
import { useOverlays } from './use-overlays.ts'

/** Loaded after the page: once connected, it fetches everything on screen again. */
const LiveUpdates = lazy(() =>
  loadOptional(async () => {
    await new Promise<void>(whenQuiet)
    return (await import('#platform/web/live/live-updates.ts')).LiveUpdates
  }),
)

/** The frame of the app: the page beside the sidebar, which is behind a button on narrow screens. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const pending = useNavigation().state !== 'idle'
  const project = useProject()
  return (
    <div className="flex h-dvh flex-col bg-canvas lg:flex-row short:max-lg:h-auto print:block print:h-auto">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-inverse px-3 py-2 font-medium text-inverse-ink focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <aside className="relative hidden w-60 shrink-0 overflow-y-auto border-line border-r bg-sunken lg:flex print:hidden">
        <Sidebar />
      </aside>
      <TopBar />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col print:block">
        <div className="contents print:hidden">
          <TopBanners project={project} />
        </div>
        <main
          id="main"
          tabIndex={-1}
          aria-busy={pending}
          className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none print:overflow-visible"
        >
          {children}
        </main>
        <div className="contents print:hidden">
          <HealthStrip />
        </div>
      </div>
      <Shell />
      <Suspense>
        <LiveUpdates />
      </Suspense>
    </div>
  )
}

/** The bar of narrow screens in place of the sidebar: the menu button, the name and the search. */
function TopBar() {
  const [open, setOpen] = useState(false)
  const [overlays, load] = useOverlays()
  return (
    <header className="flex h-12 shrink-0 items-center justify-between gap-2 border-line border-b bg-sunken px-2 lg:hidden print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpen(true)
          load()
        }}
        className={buttonClasses({ look: 'ghost' }, 'h-10 px-2')}
      >
        <Icon name="menu" className="size-5" />
        Menu
      </button>
      <Wordmark className="min-w-0" />
      <SearchButton look="icon" />
      {overlays && (
        <overlays.Drawer open={open} onOpenChange={setOpen} title="Menu">
          <Sidebar onLeave={() => setOpen(false)} />
        </overlays.Drawer>
      )}
    </header>
  )
}
