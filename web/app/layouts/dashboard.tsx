import { useState } from 'react'
import { NavLink, Outlet, useNavigation } from 'react-router'
import { classes } from '../../ui/classes.ts'
import { Drawer } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Signal, Wordmark } from '../../ui/signal.tsx'
import { paths } from '../paths.ts'
import { useUser } from '../project.ts'
import { logOut } from '../session.ts'
import { ProjectSwitcher } from './project-switcher.tsx'

/** The frame of the app: areas at the side, on narrow screens behind a button. */
export function DashboardLayout() {
  const [open, setOpen] = useState(false)
  const pending = useNavigation().state !== 'idle'
  return (
    <div className="flex h-dvh flex-col bg-canvas lg:flex-row short:max-lg:h-auto">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-inverse px-3 py-2 font-medium text-inverse-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="hidden w-60 shrink-0 flex-col overflow-y-auto border-line border-r bg-sunken lg:flex">
        <Areas />
      </aside>
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b bg-sunken px-2 lg:hidden">
        <button type="button" onClick={() => setOpen(true)} className="flex h-10 items-center gap-2 rounded-md px-2">
          <Signal className="h-5 w-auto text-accent" />
          <span className="font-semibold">
            Earshot<span className="sr-only"> menu</span>
          </span>
          <Icon name="chevronDown" className="text-faint" />
        </button>
        <Drawer open={open} onOpenChange={setOpen} title="Menu">
          <Areas onChoose={() => setOpen(false)} />
        </Drawer>
      </header>
      <main
        id="main"
        tabIndex={-1}
        aria-busy={pending}
        className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none"
      >
        <Outlet />
      </main>
    </div>
  )
}

function Areas({ onChoose }: { onChoose?: () => void }) {
  const user = useUser()
  return (
    <div className="flex min-h-full flex-1 flex-col gap-6 p-3">
      <div className="flex flex-col gap-2">
        <Wordmark className="h-9 px-2 text-lg" />
        <ProjectSwitcher />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links inside; a click that bubbles up closes the drawer */}
      <nav aria-label="Areas" onClick={onChoose} className="flex flex-1 flex-col gap-6">
        <ul className="flex flex-col gap-0.5">
          <Area to={paths.opportunities} icon="inbox" label="Opportunities" />
        </ul>
        <div>
          <h2 className="px-2 pb-1 font-medium text-faint text-xs tracking-normal">Project</h2>
          <ul className="flex flex-col gap-0.5">
            <Area to={paths.projectKeywords} icon="keyword" label="Keywords" />
            <Area to={paths.projectCompetitors} icon="competitor" label="Competitors" />
            <Area to={paths.projectMain} icon="settings" label="Settings" />
          </ul>
        </div>
        <ul className="mt-auto flex flex-col gap-0.5 border-line border-t pt-3">
          <Area to={paths.accountMain} icon="account" label="Account" hint={user?.email} />
          <li>
            <button type="button" onClick={() => void logOut()} className={areaClasses(false)}>
              <Icon name="logOut" className="text-faint" />
              Log out
            </button>
          </li>
        </ul>
      </nav>
    </div>
  )
}

function Area({ to, icon, label, hint }: { to: string; icon: IconName; label: string; hint?: string | undefined }) {
  return (
    <li>
      <NavLink to={to} className={({ isActive }) => areaClasses(isActive)}>
        {({ isActive }) => (
          <>
            <Icon name={icon} className={isActive ? 'text-accent-ink' : 'text-faint'} />
            <span>{label}</span>
            {hint && <span className="min-w-0 flex-1 truncate text-right text-faint text-xs">{hint}</span>}
          </>
        )}
      </NavLink>
    </li>
  )
}

function areaClasses(active: boolean): string {
  return classes(
    'flex h-8 w-full items-center gap-2.5 rounded-md px-2 font-medium transition-colors duration-150 max-lg:h-10',
    active ? 'bg-raised text-ink shadow-press ring-1 ring-line' : 'text-muted hover:bg-hover hover:text-ink',
  )
}
